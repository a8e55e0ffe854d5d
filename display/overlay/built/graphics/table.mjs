var S={label:"",n:0,of:0,factor:!1},y={seat:0,name:"",stack_chips:0,big_blind_chips:0,act:"",act_chips:0,cards:[],equity_pct:-1,outs:[],to_act:!1,folded:!1,position:"",sure:"",stats:[]},D={players:[]};function f(t,a){return t.filter(n=>typeof n=="object"&&n!==null&&!Array.isArray(n)).map(n=>({...a,...n}))}function o(t){return typeof t=="number"&&Number.isFinite(t)?t:0}function c(t){return typeof t=="string"?t:""}var O=`
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
`;function M(t){let a=new CSSStyleSheet;return a.replaceSync(O+t),a}var u={statusCode:200},L=320,$=220,T={up:"translateY(40px)",down:"translateY(-40px)",left:"translateX(-60px)",right:"translateX(60px)",fade:"scale(0.98)"},m=class extends HTMLElement{constructor(e,n,i){super();this.empty=e;this.entrance=i;this.data=e;let s=this.attachShadow({mode:"open"});s.adoptedStyleSheets=[M(n)],this.plate=document.createElement("div"),this.plate.className="plate",this.plate.hidden=!0,s.append(this.plate)}async load(e){return e.renderType==="non-realtime"?{statusCode:501,statusMessage:"this graphic is for live rendering only"}:(this.take(e.data,this.empty),u)}async dispose(){return this.motion?.cancel(),this.step=void 0,this.plate.hidden=!0,this.plate.replaceChildren(),u}async playAction(e={}){let n=e.goto??(this.step??-1)+(e.delta??1);return n>=1?(await this.leave(e.skipAnimation===!0),{...u,currentStep:void 0}):(n>=0&&await this.enter(e.skipAnimation===!0),{...u,currentStep:this.step})}async stopAction(e={}){return await this.leave(e.skipAnimation===!0),u}async updateAction(e){return this.take(e.data,this.data),u}async customAction(e){return{statusCode:404,statusMessage:`there is no action ${String(e.id)}`}}async goToTime(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}async setActionsSchedule(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}take(e,n){let i=typeof e=="object"&&e!==null?e:{},s={...n};for(let d of Object.keys(this.empty)){let p=i[d];p!==void 0&&E(p,this.empty[d])&&(s[d]=p)}this.data=s,this.plate.replaceChildren(...this.draw(s,n))}async enter(e){this.step!==0&&(this.step=0,this.plate.hidden=!1,await this.move([{opacity:0,transform:T[this.entrance]},{opacity:1,transform:"none"}],e?0:L))}async leave(e){this.step!==void 0&&(this.step=void 0,await this.move([{opacity:1,transform:"none"},{opacity:0,transform:T[this.entrance]}],e?0:$),this.step===void 0&&(this.plate.hidden=!0))}async move(e,n){this.motion?.cancel(),!(!n||matchMedia("(prefers-reduced-motion: reduce)").matches)&&(this.motion=this.plate.animate(e,{duration:n,easing:"cubic-bezier(0.2, 0.7, 0.2, 1)"}),await this.motion.finished.catch(()=>{}))}};function E(t,a){return Array.isArray(a)?Array.isArray(t):typeof a=="number"?typeof t=="number"&&Number.isFinite(t):typeof t==typeof a&&t!==null}function r(t,a,...e){let n=document.createElement(t);a&&(n.className=a);for(let i of e)n.append(typeof i=="string"?document.createTextNode(i):i);return n}function h(t){return Math.round(t).toLocaleString("en-US")}function P(t,a){if(a<=0)return"";let e=t/a;return`${e>=100?Math.round(e).toString():(Math.round(e*10)/10).toString()} BB`}function x(t){return t>0&&t<1?"<1%":t>99&&t<100?">99%":`${Math.round(t)}%`}var G={s:"♠",h:"♥",d:"♦",c:"♣"},R=/^[2-9TJQKA][shdc]$/;function q(t,a=!1){if(typeof t!="string"||!R.test(t))return r("span","card back");let[e,n]=[t.charAt(0),t.charAt(1)],i=r("span",`card ${n}${a?" wins":""}`,r("span","rank",e==="T"?"10":e));return i.append(r("span","suit",G[n]??"")),i}function _(t,a=0,e=[]){let n=r("span","cards",...t.map(i=>q(i,e.includes(i))));for(let i=t.length;i<a;i+=1)n.append(r("span","card empty"));return n}var C=`
.player { display: grid; grid-template-columns: auto 1fr auto; gap: 0 14px; align-items: center; padding: 10px 16px 10px 12px; min-height: 2.6em; }
.player .who { min-width: 0; }
.player .line { display: flex; gap: 12px; align-items: baseline; }
.player .stack { font-size: 0.92em; white-space: nowrap; }
.player .act { font-size: 0.82em; color: var(--accent); white-space: nowrap; text-transform: uppercase; letter-spacing: 0.03em; }
.player .equity { font-size: 1.35em; font-weight: 750; text-align: right; min-width: 2.6em; }
.player .position { font-size: 0.62em; font-weight: 750; padding: 1px 6px; border-radius: 4px; background: var(--line); color: var(--ink); }
.player.to-act { box-shadow: inset 5px 0 0 var(--accent); }
.player.folded { opacity: 0.55; }
.player .sure { font-size: 0.68em; color: var(--quiet); white-space: nowrap; }
.player .stats { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 2px 18px; font-size: 0.72em; color: var(--quiet); padding-top: 6px; }
.player .stats b { color: var(--ink); }
.player .outs { grid-column: 1 / -1; font-size: 0.72em; color: var(--quiet); padding-top: 6px; }
`;function N(t){let a=o(t.stack_chips),e=Array.isArray(t.cards)?t.cards:[],n=r("div","line",r("span","name",c(t.name)));c(t.position)&&n.append(r("span","position",c(t.position)));let i=P(a,o(t.big_blind_chips)),s=r("div","line");(a>0||c(t.act)!=="all-in")&&s.append(r("span","stack",i?`${h(a)} · ${i}`:h(a)));let d=c(t.sure);d&&s.append(r("span","sure",d));let p=c(t.act);p&&s.append(r("span","act",o(t.act_chips)?`${p} ${h(o(t.act_chips))}`:p));let l=r("div","player",e.length?_(e):r("span",""),r("div","who",n,s)),v=typeof t.equity_pct=="number"?t.equity_pct:-1;l.append(r("span","equity",v>=0?x(v):"")),t.to_act===!0&&l.classList.add("to-act"),t.folded===!0&&l.classList.add("folded");let b=Array.isArray(t.outs)?t.outs:[];b.length&&b.length<=B&&l.append(r("div","outs","Outs ",_(b)));let A=Array.isArray(t.stats)?f(t.stats,S):[];if(A.length){let k=r("div","stats");for(let g of A)k.append(r("span","stat",`${c(g.label)} `,r("b","",z(g)),` ${I(g)}`));l.append(k)}return l}function z(t){let[a,e]=[o(t.n),o(t.of)];return e<=0?"-":t.factor===!0?(a/e).toFixed(1):x(100*a/e)}function I(t){return t.factor===!0?`(${o(t.n)}:${o(t.of)})`:`(${o(t.n)}/${o(t.of)})`}var B=8;var H=`
${C}
:host { font-size: var(--cs-size, 21px); }
.plate { width: var(--cs-table-width, 430px); }
.player { grid-template-columns: minmax(calc(3em + 4px), auto) 1fr auto; } /* names stand in one column, cards or none */
.player + .player { border-top: 1px solid var(--line); }
`,w=class extends m{constructor(){super(D,H,"left")}draw(a){return f(a.players,y).map(N)}};export{w as default};
