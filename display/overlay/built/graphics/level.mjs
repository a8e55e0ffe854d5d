function l(t){return Math.round(t).toLocaleString("en-US")}function f(t){let i=Math.max(0,Math.ceil(t)),[e,n,s]=[Math.floor(i/3600),Math.floor(i/60)%60,i%60],r=`${n.toString().padStart(e?2:1,"0")}:${s.toString().padStart(2,"0")}`;return e?`${e}:${r}`:r}var b={number:0,small_blind_chips:0,big_blind_chips:0,ante_chips:0,left_s:-1,running:!1,next_small_blind_chips:0,next_big_blind_chips:0,next_ante_chips:0,note:""};function a(t){return typeof t=="number"&&Number.isFinite(t)?t:0}function h(t){return typeof t=="string"?t:""}var x=`
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
  font-family: var(--cs-font, "Inter", "Helvetica Neue", "Liberation Sans", Arial, sans-serif);
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
`;function g(t){let i=new CSSStyleSheet;return i.replaceSync(x+t),i}var p={statusCode:200},v=320,w=220,_={up:"translateY(40px)",down:"translateY(-40px)",left:"translateX(-60px)",right:"translateX(60px)",fade:"scale(0.98)"},u=class extends HTMLElement{constructor(e,n,s){super();this.empty=e;this.entrance=s;this.data=e;let r=this.attachShadow({mode:"open"});r.adoptedStyleSheets=[g(n)],this.plate=document.createElement("div"),this.plate.className="plate",this.plate.hidden=!0,r.append(this.plate)}async load(e){return e.renderType==="non-realtime"?{statusCode:501,statusMessage:"this graphic is for live rendering only"}:(this.take(e.data,this.empty),p)}async dispose(){return this.motion?.cancel(),this.step=void 0,this.plate.hidden=!0,this.plate.replaceChildren(),p}async playAction(e={}){let n=e.goto??(this.step??-1)+(e.delta??1);return n>=1?(await this.leave(e.skipAnimation===!0),{...p,currentStep:void 0}):(n>=0&&await this.enter(e.skipAnimation===!0),{...p,currentStep:this.step})}async stopAction(e={}){return await this.leave(e.skipAnimation===!0),p}async updateAction(e){return this.take(e.data,this.data),p}async customAction(e){return{statusCode:404,statusMessage:`there is no action ${String(e.id)}`}}async goToTime(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}async setActionsSchedule(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}take(e,n){let s=typeof e=="object"&&e!==null?e:{},r={...n};for(let c of Object.keys(this.empty)){let d=s[c];d!==void 0&&k(d,this.empty[c])&&(r[c]=d)}this.data=r,this.plate.replaceChildren(...this.draw(r,n))}async enter(e){this.step!==0&&(this.step=0,this.plate.hidden=!1,await this.move([{opacity:0,transform:_[this.entrance]},{opacity:1,transform:"none"}],e?0:v))}async leave(e){this.step!==void 0&&(this.step=void 0,await this.move([{opacity:1,transform:"none"},{opacity:0,transform:_[this.entrance]}],e?0:w),this.step===void 0&&(this.plate.hidden=!0))}async move(e,n){this.motion?.cancel(),!(!n||matchMedia("(prefers-reduced-motion: reduce)").matches)&&(this.motion=this.plate.animate(e,{duration:n,easing:"cubic-bezier(0.2, 0.7, 0.2, 1)"}),await this.motion.finished.catch(()=>{}))}};function k(t,i){return Array.isArray(i)?Array.isArray(t):typeof i=="number"?typeof t=="number"&&Number.isFinite(t):typeof t==typeof i&&t!==null}function o(t,i,...e){let n=document.createElement(t);i&&(n.className=i);for(let s of e)n.append(typeof s=="string"?document.createTextNode(s):s);return n}var A=`
.plate { display: inline-flex; align-items: center; gap: 22px; padding: 10px 20px; }
.blinds { font-weight: 700; font-size: 1.15em; white-space: nowrap; }
.label { color: var(--quiet); font-size: 0.66em; letter-spacing: 0.06em; text-transform: uppercase; }
.left { font-size: 1.7em; font-weight: 750; min-width: 3.2em; text-align: center; }
.left.soon { color: var(--warn); }
`,D=60,m=class extends u{constructor(){super(b,A,"down");this.left=o("span","left")}async dispose(){return clearInterval(this.ticking),this.ticking=void 0,super.dispose()}draw(e){let n=a(e.left_s);this.ends_ms=n>=0&&e.running===!0?performance.now()+n*1e3:void 0,this.ends_ms!==void 0?this.ticking??(this.ticking=window.setInterval(()=>this.tick(),250)):(clearInterval(this.ticking),this.ticking=void 0);let s=a(e.number)?`Level ${a(e.number)}`:"Blinds",r=y(a(e.small_blind_chips),a(e.big_blind_chips),a(e.ante_chips)),c=[o("div","",o("div","label",s),o("div","blinds",r))];if(n>=0&&(this.left=o("span","left"),this.say(n),c.unshift(this.left)),a(e.next_big_blind_chips)){let d=y(a(e.next_small_blind_chips),a(e.next_big_blind_chips),a(e.next_ante_chips));c.push(o("div","",o("div","label","Next"),o("div","quiet",d)))}return h(e.note)&&c.push(o("div","accent",h(e.note))),c}tick(){this.ends_ms!==void 0&&this.say((this.ends_ms-performance.now())/1e3)}say(e){this.left.textContent=f(e),this.left.classList.toggle("soon",e<=D)}};function y(t,i,e){return`${l(t)} / ${l(i)}${e?` · ante ${l(e)}`:""}`}export{m as default};
