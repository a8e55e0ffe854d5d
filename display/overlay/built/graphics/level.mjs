function d(e){return Math.round(e).toLocaleString("en-US")}function f(e){let r=Math.max(0,Math.ceil(e)),[t,n,s]=[Math.floor(r/3600),Math.floor(r/60)%60,r%60],i=`${n.toString().padStart(t?2:1,"0")}:${s.toString().padStart(2,"0")}`;return t?`${t}:${i}`:i}var b={number:0,small_blind_chips:0,big_blind_chips:0,ante_chips:0,left_s:-1,running:!1,next_small_blind_chips:0,next_big_blind_chips:0,next_ante_chips:0,note:""};function a(e){return typeof e=="number"&&Number.isFinite(e)?e:0}function h(e){return typeof e=="string"?e:""}var x=`
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
`,N={...Object.fromEntries(["ink","quiet","panel","line","accent","warn","good","card","spade","heart","diamond","club"].map(e=>[e,"color"])),font:"font-family",size:"font-size"};function g(e){let r=new CSSStyleSheet;return r.replaceSync(x+e),r}var p={statusCode:200},v=320,w=220,_={up:"translateY(40px)",down:"translateY(-40px)",left:"translateX(-60px)",right:"translateX(60px)",fade:"scale(0.98)"},u=class extends HTMLElement{constructor(t,n,s){super();this.empty=t;this.entrance=s;this.data=t;let i=this.attachShadow({mode:"open"});i.adoptedStyleSheets=[g(n)],this.plate=document.createElement("div"),this.plate.className="plate",this.plate.hidden=!0,i.append(this.plate)}async load(t){return t.renderType==="non-realtime"?{statusCode:501,statusMessage:"this graphic is for live rendering only"}:(this.take(t.data,this.empty),p)}async dispose(){return this.motion?.cancel(),this.step=void 0,this.plate.hidden=!0,this.plate.replaceChildren(),p}async playAction(t={}){let n=t.goto??(this.step??-1)+(t.delta??1);return n>=1?(await this.leave(t.skipAnimation===!0),{...p,currentStep:void 0}):(n>=0&&await this.enter(t.skipAnimation===!0),{...p,currentStep:this.step})}async stopAction(t={}){return await this.leave(t.skipAnimation===!0),p}async updateAction(t){return this.take(t.data,this.data),p}async customAction(t){return{statusCode:404,statusMessage:`there is no action ${String(t.id)}`}}async goToTime(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}async setActionsSchedule(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}take(t,n){let s=typeof t=="object"&&t!==null?t:{},i={...n};for(let c of Object.keys(this.empty)){let l=s[c];l!==void 0&&k(l,this.empty[c])&&(i[c]=l)}this.data=i,this.plate.replaceChildren(...this.draw(i,n))}async enter(t){this.step!==0&&(this.step=0,this.plate.hidden=!1,await this.move([{opacity:0,transform:_[this.entrance]},{opacity:1,transform:"none"}],t?0:v))}async leave(t){this.step!==void 0&&(this.step=void 0,await this.move([{opacity:1,transform:"none"},{opacity:0,transform:_[this.entrance]}],t?0:w),this.step===void 0&&(this.plate.hidden=!0))}async move(t,n){this.motion?.cancel(),!(!n||matchMedia("(prefers-reduced-motion: reduce)").matches)&&(this.motion=this.plate.animate(t,{duration:n,easing:"cubic-bezier(0.2, 0.7, 0.2, 1)"}),await this.motion.finished.catch(()=>{}))}};function k(e,r){return Array.isArray(r)?Array.isArray(e):typeof r=="number"?typeof e=="number"&&Number.isFinite(e):typeof e==typeof r&&e!==null}function o(e,r,...t){let n=document.createElement(e);r&&(n.className=r);for(let s of t)n.append(typeof s=="string"?document.createTextNode(s):s);return n}var S=`
.plate { display: inline-flex; align-items: center; gap: 22px; padding: 10px 20px; }
.blinds { font-weight: 700; font-size: 1.15em; white-space: nowrap; }
.label { color: var(--quiet); font-size: 0.66em; letter-spacing: 0.06em; text-transform: uppercase; }
.left { font-size: 1.7em; font-weight: 750; min-width: 3.2em; text-align: center; }
.left.soon { color: var(--warn); }
`,A=60,m=class extends u{constructor(){super(b,S,"down");this.left=o("span","left")}async dispose(){return clearInterval(this.ticking),this.ticking=void 0,super.dispose()}draw(t){let n=a(t.left_s);this.ends_ms=n>=0&&t.running===!0?performance.now()+n*1e3:void 0,this.ends_ms!==void 0?this.ticking??(this.ticking=window.setInterval(()=>this.tick(),250)):(clearInterval(this.ticking),this.ticking=void 0);let s=a(t.number)?`Level ${a(t.number)}`:"Blinds",i=y(a(t.small_blind_chips),a(t.big_blind_chips),a(t.ante_chips)),c=[o("div","",o("div","label",s),o("div","blinds",i))];if(n>=0&&(this.left=o("span","left"),this.say(n),c.unshift(this.left)),a(t.next_big_blind_chips)){let l=y(a(t.next_small_blind_chips),a(t.next_big_blind_chips),a(t.next_ante_chips));c.push(o("div","",o("div","label","Next"),o("div","quiet",l)))}return h(t.note)&&c.push(o("div","accent",h(t.note))),c}tick(){this.ends_ms!==void 0&&this.say((this.ends_ms-performance.now())/1e3)}say(t){this.left.textContent=f(t),this.left.classList.toggle("soon",t<=A)}};function y(e,r,t){return`${d(e)} / ${d(r)}${t?` · ante ${d(t)}`:""}`}export{m as default};
