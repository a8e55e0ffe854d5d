var m={title:"",name:"",book:"",rule:"",note:""};function s(n){return typeof n=="string"?n:""}var b=`
:host {
  display: block;
  --ink: var(--cs-ink, #f4f1ea);
  --quiet: var(--cs-quiet, #aab2bd);
  --panel: var(--cs-panel, rgba(13, 17, 23, 0.92));
  --line: var(--cs-line, rgba(244, 241, 234, 0.14));
  --accent: var(--cs-accent, #e8b64c);
  --warn: var(--cs-warn, #ff7a59);
  --good: var(--cs-good, #5fd38d);
  --card: var(--cs-card, #fbfaf7);
  --spade: var(--cs-spade, #14171c);
  --heart: var(--cs-heart, #c8102e);
  --diamond: var(--cs-diamond, #1d5fbf);
  --club: var(--cs-club, #1b7a3d);
  font-family: var(--cs-font, "Inter"), "Inter", "Helvetica Neue", "Liberation Sans", Arial, sans-serif; /* one that is not installed is none */
  font-size: var(--cs-size, 24px);
  line-height: 1.2;
  color: var(--ink);
  font-variant-numeric: tabular-nums;
}
:host([hidden]), [hidden] { display: none !important; }
.plate { background: var(--panel); border-radius: 10px; overflow: hidden; box-shadow: 0 6px 24px rgba(0, 0, 0, 0.35); }
.quiet { color: var(--quiet); }
.accent { color: var(--accent); }
.name { font-weight: 650; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.amount { font-weight: 650; white-space: nowrap; }
.cards { display: inline-flex; gap: 4px; }
.card {
  display: inline-flex; flex-direction: column; align-items: center; justify-content: center;
  width: 1.5em; height: 2.05em; border-radius: 0.16em; background: var(--card); color: var(--spade);
  font-weight: 750; line-height: 0.98; letter-spacing: -0.03em;
}
.card .suit { font-size: 0.82em; }
.card.h { color: var(--heart); } .card.d { color: var(--diamond); } .card.c { color: var(--club); }
.card.back {
  background: repeating-linear-gradient(45deg, #27466b 0 0.16em, #1c3453 0.16em 0.32em); box-shadow: inset 0 0 0 0.09em var(--card);
}
.card.empty { background: transparent; box-shadow: inset 0 0 0 2px var(--line); }
.card.wins { box-shadow: 0 0 0 3px var(--accent); }
`,w={...Object.fromEntries(["ink","quiet","panel","line","accent","warn","good","card","spade","heart","diamond","club"].map(n=>[n,"color"])),font:"font-family",size:"font-size"};function h(n){let e=new CSSStyleSheet;return e.replaceSync(b+n),e}var o={statusCode:200},g=320,y=220,f={up:"translateY(40px)",down:"translateY(-40px)",left:"translateX(-60px)",right:"translateX(60px)",fade:"scale(0.98)"},p=class extends HTMLElement{constructor(t,a,r){super();this.empty=t;this.entrance=r;this.data=t;let i=this.attachShadow({mode:"open"});i.adoptedStyleSheets=[h(a)],this.plate=document.createElement("div"),this.plate.className="plate",this.plate.hidden=!0,i.append(this.plate)}async load(t){return t.renderType==="non-realtime"?{statusCode:501,statusMessage:"this graphic is for live rendering only"}:(this.take(t.data,this.empty),o)}async dispose(){return this.motion?.cancel(),this.step=void 0,this.plate.hidden=!0,this.plate.replaceChildren(),o}async playAction(t={}){let a=t.goto??(this.step??-1)+(t.delta??1);return a>=1?(await this.leave(t.skipAnimation===!0),{...o,currentStep:void 0}):(a>=0&&await this.enter(t.skipAnimation===!0),{...o,currentStep:this.step})}async stopAction(t={}){return await this.leave(t.skipAnimation===!0),o}async updateAction(t){return this.take(t.data,this.data),o}async customAction(t){return{statusCode:404,statusMessage:`there is no action ${String(t.id)}`}}async goToTime(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}async setActionsSchedule(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}take(t,a){let r=typeof t=="object"&&t!==null?t:{},i={...a};for(let d of Object.keys(this.empty)){let l=r[d];l!==void 0&&_(l,this.empty[d])&&(i[d]=l)}this.data=i,this.plate.replaceChildren(...this.draw(i,a))}async enter(t){this.step!==0&&(this.step=0,this.plate.hidden=!1,await this.move([{opacity:0,transform:f[this.entrance]},{opacity:1,transform:"none"}],t?0:g))}async leave(t){this.step!==void 0&&(this.step=void 0,await this.move([{opacity:1,transform:"none"},{opacity:0,transform:f[this.entrance]}],t?0:y),this.step===void 0&&(this.plate.hidden=!0))}async move(t,a){this.motion?.cancel(),!(!a||matchMedia("(prefers-reduced-motion: reduce)").matches)&&(this.motion=this.plate.animate(t,{duration:a,easing:"cubic-bezier(0.2, 0.7, 0.2, 1)"}),await this.motion.finished.catch(()=>{}))}};function _(n,e){return Array.isArray(e)?Array.isArray(n):typeof e=="number"?typeof n=="number"&&Number.isFinite(n):typeof n==typeof e&&n!==null}function c(n,e,...t){let a=document.createElement(n);e&&(a.className=e);for(let r of t)a.append(typeof r=="string"?document.createTextNode(r):r);return a}var x=`
.plate { display: inline-grid; grid-template-columns: auto 1fr; max-width: var(--cs-finding-width, 45em); }
.mark { background: var(--accent); color: #14171c; font-weight: 800; font-size: 1.5em; display: grid; place-items: center; padding: 0 18px; }
.said { padding: 12px 22px; min-width: 0; }
.title { font-size: 1.25em; font-weight: 700; }
.said div { overflow-wrap: anywhere; }
.said .quiet { font-size: 0.82em; }
`,u=class extends p{constructor(){super(m,x,"up")}draw(e){let t=[s(e.name),s(e.note)].filter(Boolean).join(" · "),a=s(e.rule)?`${s(e.book)}, rule ${s(e.rule)}`:s(e.book),r=c("div","said",c("div","title",s(e.title)));for(let i of[t,a])i&&r.append(c("div","quiet",i));return[c("div","mark","§"),r]}};export{u as default};
