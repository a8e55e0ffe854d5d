function u(e){return Math.round(e).toLocaleString("en-US")}function v(e,a,t=""){return e===0?`Main${t}`:a>2?`Side${t} ${e}`:`Side${t}`}function b(e,a,t,n=""){return`${v(e,a,n)}: ${u(t)}`}var A=`
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
`,O={...Object.fromEntries(["ink","quiet","panel","line","accent","warn","good","card","spade","heart","diamond","club"].map(e=>[e,"color"])),font:"font-family",size:"font-size"};function g(e){let a=new CSSStyleSheet;return a.replaceSync(A+e),a}var l={statusCode:200},k=320,S=220,y={up:"translateY(40px)",down:"translateY(-40px)",left:"translateX(-60px)",right:"translateX(60px)",fade:"scale(0.98)"},d=class extends HTMLElement{constructor(t,n,r){super();this.empty=t;this.entrance=r;this.data=t;let s=this.attachShadow({mode:"open"});s.adoptedStyleSheets=[g(n)],this.plate=document.createElement("div"),this.plate.className="plate",this.plate.hidden=!0,s.append(this.plate)}async load(t){return t.renderType==="non-realtime"?{statusCode:501,statusMessage:"this graphic is for live rendering only"}:(this.take(t.data,this.empty),l)}async dispose(){return this.motion?.cancel(),this.step=void 0,this.plate.hidden=!0,this.plate.replaceChildren(),l}async playAction(t={}){let n=t.goto??(this.step??-1)+(t.delta??1);return n>=1?(await this.leave(t.skipAnimation===!0),{...l,currentStep:void 0}):(n>=0&&await this.enter(t.skipAnimation===!0),{...l,currentStep:this.step})}async stopAction(t={}){return await this.leave(t.skipAnimation===!0),l}async updateAction(t){return this.take(t.data,this.data),l}async customAction(t){return{statusCode:404,statusMessage:`there is no action ${String(t.id)}`}}async goToTime(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}async setActionsSchedule(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}take(t,n){let r=typeof t=="object"&&t!==null?t:{},s={...n};for(let p of Object.keys(this.empty)){let o=r[p];o!==void 0&&D(o,this.empty[p])&&(s[p]=o)}this.data=s,this.plate.replaceChildren(...this.draw(s,n))}async enter(t){this.step!==0&&(this.step=0,this.plate.hidden=!1,await this.move([{opacity:0,transform:y[this.entrance]},{opacity:1,transform:"none"}],t?0:k))}async leave(t){this.step!==void 0&&(this.step=void 0,await this.move([{opacity:1,transform:"none"},{opacity:0,transform:y[this.entrance]}],t?0:S),this.step===void 0&&(this.plate.hidden=!0))}async move(t,n){this.motion?.cancel(),!(!n||matchMedia("(prefers-reduced-motion: reduce)").matches)&&(this.motion=this.plate.animate(t,{duration:n,easing:"cubic-bezier(0.2, 0.7, 0.2, 1)"}),await this.motion.finished.catch(()=>{}))}};function D(e,a){return Array.isArray(a)?Array.isArray(e):typeof a=="number"?typeof e=="number"&&Number.isFinite(e):typeof e==typeof a&&e!==null}function i(e,a,...t){let n=document.createElement(e);a&&(n.className=a);for(let r of t)n.append(typeof r=="string"?document.createTextNode(r):r);return n}var M={s:"♠",h:"♥",d:"♦",c:"♣"},C=/^[2-9TJQKA][shdc]$/;function N(e,a=!1){if(typeof e!="string"||!C.test(e))return i("span","card back");let[t,n]=[e.charAt(0),e.charAt(1)],r=i("span",`card ${n}${a?" wins":""}`,i("span","rank",t==="T"?"10":t));return r.append(i("span","suit",M[n]??"")),r}function x(e,a=0,t=[]){let n=i("span","cards",...e.map(r=>N(r,t.includes(r))));for(let r=e.length;r<a;r+=1)n.append(i("span","card empty"));return n}var _={board:[],places:5,winning_cards:[],pots:[],pot_chips:0,to_call_chips:0};function w(e,a){return e.filter(n=>typeof n=="object"&&n!==null&&!Array.isArray(n)).map(n=>({...a,...n}))}function c(e){return typeof e=="number"&&Number.isFinite(e)?e:0}var P=`
:host { font-size: var(--cs-size, 34px); }
.plate { display: inline-flex; align-items: center; gap: 26px; padding: 12px 22px; }
.pots { display: flex; flex-direction: column; font-size: 0.62em; max-width: 18em; }
.pots .main { font-size: 1.5em; }
.pots .part { white-space: nowrap; }
.label { color: var(--quiet); font-size: 0.8em; letter-spacing: 0.06em; text-transform: uppercase; }
`,f=class extends d{constructor(){super(_,P,"up")}draw(a){let t=w(a.pots,{amount_chips:0,seats:[]}).filter(o=>c(o.amount_chips)>0),n=c(a.pot_chips),r=i("div","pots",i("span","label","Pot"),i("span","main amount",u(n)));if(t.length>1){let o=t.map((m,h)=>b(h,t.length,c(m.amount_chips)));r.append(i("span","quiet",...o.flatMap((m,h)=>[h?" · ":"",i("span","part",m)])))}c(a.to_call_chips)>0&&r.append(i("span","accent",`${u(c(a.to_call_chips))} to call`));let s=c(a.places),p=s>0||a.board.length?[x(a.board,s,a.winning_cards)]:[];return n>0?[...p,r]:p}};export{f as default};
