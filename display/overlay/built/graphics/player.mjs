function f(t){return Math.round(t).toLocaleString("en-US")}function A(t,n){if(n<=0)return"";let e=Math.floor(t*10/n);return`${e>=1e3?f(Math.floor(e/10)):(e/10).toString()} BB`}function g(t){return t>0&&t<1?"<1%":t>99&&t<100?">99%":`${Math.round(t)}%`}var T=`
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
`,j={...Object.fromEntries(["ink","quiet","panel","line","accent","warn","good","card","spade","heart","diamond","club"].map(t=>[t,"color"])),font:"font-family",size:"font-size"};function k(t){let n=new CSSStyleSheet;return n.replaceSync(T+t),n}var l={statusCode:200},$=320,P=220,S={up:"translateY(40px)",down:"translateY(-40px)",left:"translateX(-60px)",right:"translateX(60px)",fade:"scale(0.98)"},m=class extends HTMLElement{constructor(e,a,i){super();this.empty=e;this.entrance=i;this.data=e;let s=this.attachShadow({mode:"open"});s.adoptedStyleSheets=[k(a)],this.plate=document.createElement("div"),this.plate.className="plate",this.plate.hidden=!0,s.append(this.plate)}async load(e){return e.renderType==="non-realtime"?{statusCode:501,statusMessage:"this graphic is for live rendering only"}:(this.take(e.data,this.empty),l)}async dispose(){return this.motion?.cancel(),this.step=void 0,this.plate.hidden=!0,this.plate.replaceChildren(),l}async playAction(e={}){let a=e.goto??(this.step??-1)+(e.delta??1);return a>=1?(await this.leave(e.skipAnimation===!0),{...l,currentStep:void 0}):(a>=0&&await this.enter(e.skipAnimation===!0),{...l,currentStep:this.step})}async stopAction(e={}){return await this.leave(e.skipAnimation===!0),l}async updateAction(e){return this.take(e.data,this.data),l}async customAction(e){return{statusCode:404,statusMessage:`there is no action ${String(e.id)}`}}async goToTime(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}async setActionsSchedule(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}take(e,a){let i=typeof e=="object"&&e!==null?e:{},s={...a};for(let d of Object.keys(this.empty)){let p=i[d];p!==void 0&&N(p,this.empty[d])&&(s[d]=p)}this.data=s,this.plate.replaceChildren(...this.draw(s,a))}async enter(e){this.step!==0&&(this.step=0,this.plate.hidden=!1,await this.move([{opacity:0,transform:S[this.entrance]},{opacity:1,transform:"none"}],e?0:$))}async leave(e){this.step!==void 0&&(this.step=void 0,await this.move([{opacity:1,transform:"none"},{opacity:0,transform:S[this.entrance]}],e?0:P),this.step===void 0&&(this.plate.hidden=!0))}async move(e,a){this.motion?.cancel(),!(!a||matchMedia("(prefers-reduced-motion: reduce)").matches)&&(this.motion=this.plate.animate(e,{duration:a,easing:"cubic-bezier(0.2, 0.7, 0.2, 1)"}),await this.motion.finished.catch(()=>{}))}};function N(t,n){return Array.isArray(n)?Array.isArray(t):typeof n=="number"?typeof t=="number"&&Number.isFinite(t):typeof t==typeof n&&t!==null}function r(t,n,...e){let a=document.createElement(t);n&&(a.className=n);for(let i of e)a.append(typeof i=="string"?document.createTextNode(i):i);return a}var O={s:"♠",h:"♥",d:"♦",c:"♣"},E=/^[2-9TJQKA][shdc]$/;function L(t,n=!1){if(typeof t!="string"||!E.test(t))return r("span","card back");let[e,a]=[t.charAt(0),t.charAt(1)],i=r("span",`card ${a}${n?" wins":""}`,r("span","rank",e==="T"?"10":e));return i.append(r("span","suit",O[a]??"")),i}function y(t,n=0,e=[]){let a=r("span","cards",...t.map(i=>L(i,e.includes(i))));for(let i=t.length;i<n;i+=1)a.append(r("span","card empty"));return a}var D={label:"",n:0,of:0,factor:!1},M={seat:0,name:"",stack_chips:0,big_blind_chips:0,act:"",act_chips:0,cards:[],equity_pct:-1,outs:[],to_act:!1,folded:!1,position:"",sure:"",stats:[]};function C(t,n){return t.filter(a=>typeof a=="object"&&a!==null&&!Array.isArray(a)).map(a=>({...n,...a}))}function o(t){return typeof t=="number"&&Number.isFinite(t)?t:0}function c(t){return typeof t=="string"?t:""}var G=`
.player { display: grid; grid-template-columns: auto 1fr auto; gap: 0 14px; align-items: center; padding: 10px 16px 10px 12px; min-height: 2.6em; }
.player .who { min-width: 0; }
.player .name { max-width: 24em; }
.player .line { display: flex; gap: 0 0.6em; align-items: baseline; }
.player .worth { flex-wrap: wrap; }
.player .stack { font-size: 0.92em; white-space: nowrap; }
.player .act { font-size: 0.82em; color: var(--accent); white-space: nowrap; text-transform: uppercase; letter-spacing: 0.03em; }
.player .equity { font-size: 1.35em; font-weight: 750; text-align: right; min-width: 2.6em; }
.player .equity:empty { display: none; } /* its room is the name's */
.player .position { font-size: 0.62em; font-weight: 750; padding: 1px 6px; border-radius: 4px; background: var(--line); color: var(--ink); }
.player.to-act { box-shadow: inset 5px 0 0 var(--accent); }
.player.folded { opacity: 0.55; }
.player .sure { font-size: 0.68em; color: var(--quiet); white-space: nowrap; }
.player .stats { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 2px 18px; font-size: 0.72em; color: var(--quiet); padding-top: 6px; }
.player .stats b { color: var(--ink); }
.player .outs { grid-column: 1 / -1; font-size: 0.72em; color: var(--quiet); padding-top: 6px; }
`;function q(t){let n=o(t.stack_chips),e=Array.isArray(t.cards)?t.cards:[],a=r("div","line",r("span","name",c(t.name)));c(t.position)&&a.append(r("span","position",c(t.position)));let i=A(n,o(t.big_blind_chips)),s=r("div","line worth");(n>0||c(t.act)!=="all-in")&&s.append(r("span","stack",i?`${f(n)} · ${i}`:f(n)));let d=c(t.sure);d&&s.append(r("span","sure",d));let p=c(t.act);p&&s.append(r("span","act",o(t.act_chips)?`${p} ${f(o(t.act_chips))}`:p));let u=r("div","player",e.length?y(e):r("span",""),r("div","who",a,s)),_=typeof t.equity_pct=="number"?t.equity_pct:-1;u.append(r("span","equity",_>=0?g(_):"")),t.to_act===!0&&u.classList.add("to-act"),t.folded===!0&&u.classList.add("folded");let h=Array.isArray(t.outs)?t.outs:[];h.length&&h.length<=I&&u.append(r("div","outs","Outs ",y(h)));let w=Array.isArray(t.stats)?C(t.stats,D):[];if(w.length){let v=r("div","stats");for(let b of w)v.append(r("span","stat",`${c(b.label)} `,r("b","",R(b)),` ${z(b)}`));u.append(v)}return u}function R(t){let[n,e]=[o(t.n),o(t.of)];return e<=0?"-":t.factor===!0?(n/e).toFixed(1):g(100*n/e)}function z(t){return t.factor===!0?`(${o(t.n)}:${o(t.of)})`:`(${o(t.n)}/${o(t.of)})`}var I=8,x=class extends m{constructor(){super(M,G,"left")}draw(n){return[q(n)]}};export{G as PLAYER_CSS,x as default,q as plateOf};
