function m(e){return Math.round(e).toLocaleString("en-US")}var _=`
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
`,N={...Object.fromEntries(["ink","quiet","panel","line","accent","warn","good","card","spade","heart","diamond","club"].map(e=>[e,"color"])),font:"font-family",size:"font-size"};function h(e){let a=new CSSStyleSheet;return a.replaceSync(_+e),a}var o={statusCode:200},w=320,v=220,f={up:"translateY(40px)",down:"translateY(-40px)",left:"translateX(-60px)",right:"translateX(60px)",fade:"scale(0.98)"},p=class extends HTMLElement{constructor(t,n,r){super();this.empty=t;this.entrance=r;this.data=t;let s=this.attachShadow({mode:"open"});s.adoptedStyleSheets=[h(n)],this.plate=document.createElement("div"),this.plate.className="plate",this.plate.hidden=!0,s.append(this.plate)}async load(t){return t.renderType==="non-realtime"?{statusCode:501,statusMessage:"this graphic is for live rendering only"}:(this.take(t.data,this.empty),o)}async dispose(){return this.motion?.cancel(),this.step=void 0,this.plate.hidden=!0,this.plate.replaceChildren(),o}async playAction(t={}){let n=t.goto??(this.step??-1)+(t.delta??1);return n>=1?(await this.leave(t.skipAnimation===!0),{...o,currentStep:void 0}):(n>=0&&await this.enter(t.skipAnimation===!0),{...o,currentStep:this.step})}async stopAction(t={}){return await this.leave(t.skipAnimation===!0),o}async updateAction(t){return this.take(t.data,this.data),o}async customAction(t){return{statusCode:404,statusMessage:`there is no action ${String(t.id)}`}}async goToTime(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}async setActionsSchedule(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}take(t,n){let r=typeof t=="object"&&t!==null?t:{},s={...n};for(let d of Object.keys(this.empty)){let u=r[d];u!==void 0&&A(u,this.empty[d])&&(s[d]=u)}this.data=s,this.plate.replaceChildren(...this.draw(s,n))}async enter(t){this.step!==0&&(this.step=0,this.plate.hidden=!1,await this.move([{opacity:0,transform:f[this.entrance]},{opacity:1,transform:"none"}],t?0:w))}async leave(t){this.step!==void 0&&(this.step=void 0,await this.move([{opacity:1,transform:"none"},{opacity:0,transform:f[this.entrance]}],t?0:v),this.step===void 0&&(this.plate.hidden=!0))}async move(t,n){this.motion?.cancel(),!(!n||matchMedia("(prefers-reduced-motion: reduce)").matches)&&(this.motion=this.plate.animate(t,{duration:n,easing:"cubic-bezier(0.2, 0.7, 0.2, 1)"}),await this.motion.finished.catch(()=>{}))}};function A(e,a){return Array.isArray(a)?Array.isArray(e):typeof a=="number"?typeof e=="number"&&Number.isFinite(e):typeof e==typeof a&&e!==null}function i(e,a,...t){let n=document.createElement(e);a&&(n.className=a);for(let r of t)n.append(typeof r=="string"?document.createTextNode(r):r);return n}var k={s:"♠",h:"♥",d:"♦",c:"♣"},S=/^[2-9TJQKA][shdc]$/;function D(e,a=!1){if(typeof e!="string"||!S.test(e))return i("span","card back");let[t,n]=[e.charAt(0),e.charAt(1)],r=i("span",`card ${n}${a?" wins":""}`,i("span","rank",t==="T"?"10":t));return r.append(i("span","suit",k[n]??"")),r}function b(e,a=0,t=[]){let n=i("span","cards",...e.map(r=>D(r,t.includes(r))));for(let r=e.length;r<a;r+=1)n.append(i("span","card empty"));return n}var g={winners:[]};function y(e,a){return e.filter(n=>typeof n=="object"&&n!==null&&!Array.isArray(n)).map(n=>({...a,...n}))}function x(e){return typeof e=="number"&&Number.isFinite(e)?e:0}function c(e){return typeof e=="string"?e:""}var M=`
:host { font-size: var(--cs-size, 30px); }
.plate { box-shadow: inset 0 -4px 0 var(--accent), 0 6px 24px rgba(0, 0, 0, 0.35); }
.row { display: grid; grid-template-columns: 1fr auto auto; align-items: center; gap: 24px; padding: 14px 26px; }
.row + .row { border-top: 1px solid var(--line); }
.row .name { max-width: 16em; }
.hand { font-size: 0.72em; color: var(--quiet); max-width: 20em; }
.won { color: var(--accent); font-size: 1.2em; }
`,l=class extends p{constructor(){super(g,M,"up")}draw(a){return y(a.winners,{name:"",amount_chips:0,pots:"",hand:"",cards:[]}).map(t=>{let n=i("div","",i("div","name",c(t.name)));c(t.hand)&&n.append(i("div","hand",c(t.hand)));let r=Array.isArray(t.cards)?t.cards:[],s=i("div","what",i("div","won amount",`wins ${m(x(t.amount_chips))}`));return c(t.pots)&&s.append(i("div","hand",c(t.pots))),i("div","row",n,b(r),s)})}};export{l as default};
