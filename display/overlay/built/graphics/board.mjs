function u(n){return Math.round(n).toLocaleString("en-US")}var x=`
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
`;function f(n){let a=new CSSStyleSheet;return a.replaceSync(x+n),a}var c={statusCode:200},w=320,v=220,b={up:"translateY(40px)",down:"translateY(-40px)",left:"translateX(-60px)",right:"translateX(60px)",fade:"scale(0.98)"},d=class extends HTMLElement{constructor(t,e,r){super();this.empty=t;this.entrance=r;this.data=t;let s=this.attachShadow({mode:"open"});s.adoptedStyleSheets=[f(e)],this.plate=document.createElement("div"),this.plate.className="plate",this.plate.hidden=!0,s.append(this.plate)}async load(t){return t.renderType==="non-realtime"?{statusCode:501,statusMessage:"this graphic is for live rendering only"}:(this.take(t.data,this.empty),c)}async dispose(){return this.motion?.cancel(),this.step=void 0,this.plate.hidden=!0,this.plate.replaceChildren(),c}async playAction(t={}){let e=t.goto??(this.step??-1)+(t.delta??1);return e>=1?(await this.leave(t.skipAnimation===!0),{...c,currentStep:void 0}):(e>=0&&await this.enter(t.skipAnimation===!0),{...c,currentStep:this.step})}async stopAction(t={}){return await this.leave(t.skipAnimation===!0),c}async updateAction(t){return this.take(t.data,this.data),c}async customAction(t){return{statusCode:404,statusMessage:`there is no action ${String(t.id)}`}}async goToTime(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}async setActionsSchedule(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}take(t,e){let r=typeof t=="object"&&t!==null?t:{},s={...e};for(let o of Object.keys(this.empty)){let l=r[o];l!==void 0&&A(l,this.empty[o])&&(s[o]=l)}this.data=s,this.plate.replaceChildren(...this.draw(s,e))}async enter(t){this.step!==0&&(this.step=0,this.plate.hidden=!1,await this.move([{opacity:0,transform:b[this.entrance]},{opacity:1,transform:"none"}],t?0:w))}async leave(t){this.step!==void 0&&(this.step=void 0,await this.move([{opacity:1,transform:"none"},{opacity:0,transform:b[this.entrance]}],t?0:v),this.step===void 0&&(this.plate.hidden=!0))}async move(t,e){this.motion?.cancel(),!(!e||matchMedia("(prefers-reduced-motion: reduce)").matches)&&(this.motion=this.plate.animate(t,{duration:e,easing:"cubic-bezier(0.2, 0.7, 0.2, 1)"}),await this.motion.finished.catch(()=>{}))}};function A(n,a){return Array.isArray(a)?Array.isArray(n):typeof a=="number"?typeof n=="number"&&Number.isFinite(n):typeof n==typeof a&&n!==null}function i(n,a,...t){let e=document.createElement(n);a&&(e.className=a);for(let r of t)e.append(typeof r=="string"?document.createTextNode(r):r);return e}var k={s:"♠",h:"♥",d:"♦",c:"♣"},D=/^[2-9TJQKA][shdc]$/;function S(n,a=!1){if(typeof n!="string"||!D.test(n))return i("span","card back");let[t,e]=[n.charAt(0),n.charAt(1)],r=i("span",`card ${e}${a?" wins":""}`,i("span","rank",t==="T"?"10":t));return r.append(i("span","suit",k[e]??"")),r}function g(n,a=0,t=[]){let e=i("span","cards",...n.map(r=>S(r,t.includes(r))));for(let r=n.length;r<a;r+=1)e.append(i("span","card empty"));return e}var y={board:[],winning_cards:[],pots:[],pot_chips:0,to_call_chips:0};function _(n,a){return n.filter(e=>typeof e=="object"&&e!==null&&!Array.isArray(e)).map(e=>({...a,...e}))}function p(n){return typeof n=="number"&&Number.isFinite(n)?n:0}var M=`
:host { font-size: var(--cs-size, 34px); }
.plate { display: inline-flex; align-items: center; gap: 26px; padding: 12px 22px; }
.pots { display: flex; flex-direction: column; font-size: 0.62em; }
.pots .main { font-size: 1.5em; }
.label { color: var(--quiet); font-size: 0.8em; letter-spacing: 0.06em; text-transform: uppercase; }
`,C=5,m=class extends d{constructor(){super(y,M,"up")}draw(a){let t=_(a.pots,{amount_chips:0,seats:[]}).filter(o=>p(o.amount_chips)>0),e=p(a.pot_chips),r=i("div","pots",i("span","label","Pot"),i("span","main amount",u(e)));if(t.length>1){let o=t.map((l,h)=>`${h?`Side ${h}`:"Main"} ${u(p(l.amount_chips))}`);r.append(i("span","quiet",o.join(" · ")))}p(a.to_call_chips)>0&&r.append(i("span","accent",`${u(p(a.to_call_chips))} to call`));let s=g(a.board,C,a.winning_cards);return e>0?[s,r]:[s]}};export{m as default};
