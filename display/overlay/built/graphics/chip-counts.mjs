function f(e){return Math.round(e).toLocaleString("en-US")}function y(e,a){if(a<=0)return"";let t=Math.floor(e*10/a);return`${t>=1e3?f(Math.floor(t/10)):(t/10).toString()} BB`}var x={name:"",stack_chips:0,all_in:!1,away:!1,sure:""},_={title:"Chip counts",as_of:"",big_blind_chips:0,players:[]};function w(e,a){return e.filter(n=>typeof n=="object"&&n!==null&&!Array.isArray(n)).map(n=>({...a,...n}))}function p(e){return typeof e=="number"&&Number.isFinite(e)?e:0}function l(e){return typeof e=="string"?e:""}var A=`
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
`,T={...Object.fromEntries(["ink","quiet","panel","line","accent","warn","good","card","spade","heart","diamond","club"].map(e=>[e,"color"])),font:"font-family",size:"font-size"};function v(e){let a=new CSSStyleSheet;return a.replaceSync(A+e),a}var d={statusCode:200},D=320,C=220,S={up:"translateY(40px)",down:"translateY(-40px)",left:"translateX(-60px)",right:"translateX(60px)",fade:"scale(0.98)"},m=class extends HTMLElement{constructor(t,n,s){super();this.empty=t;this.entrance=s;this.data=t;let r=this.attachShadow({mode:"open"});r.adoptedStyleSheets=[v(n)],this.plate=document.createElement("div"),this.plate.className="plate",this.plate.hidden=!0,r.append(this.plate)}async load(t){return t.renderType==="non-realtime"?{statusCode:501,statusMessage:"this graphic is for live rendering only"}:(this.take(t.data,this.empty),d)}async dispose(){return this.motion?.cancel(),this.step=void 0,this.plate.hidden=!0,this.plate.replaceChildren(),d}async playAction(t={}){let n=t.goto??(this.step??-1)+(t.delta??1);return n>=1?(await this.leave(t.skipAnimation===!0),{...d,currentStep:void 0}):(n>=0&&await this.enter(t.skipAnimation===!0),{...d,currentStep:this.step})}async stopAction(t={}){return await this.leave(t.skipAnimation===!0),d}async updateAction(t){return this.take(t.data,this.data),d}async customAction(t){return{statusCode:404,statusMessage:`there is no action ${String(t.id)}`}}async goToTime(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}async setActionsSchedule(){return{statusCode:501,statusMessage:"this graphic is for live rendering only"}}take(t,n){let s=typeof t=="object"&&t!==null?t:{},r={...n};for(let o of Object.keys(this.empty)){let c=s[o];c!==void 0&&N(c,this.empty[o])&&(r[o]=c)}this.data=r,this.plate.replaceChildren(...this.draw(r,n))}async enter(t){this.step!==0&&(this.step=0,this.plate.hidden=!1,await this.move([{opacity:0,transform:S[this.entrance]},{opacity:1,transform:"none"}],t?0:D))}async leave(t){this.step!==void 0&&(this.step=void 0,await this.move([{opacity:1,transform:"none"},{opacity:0,transform:S[this.entrance]}],t?0:C),this.step===void 0&&(this.plate.hidden=!0))}async move(t,n){this.motion?.cancel(),!(!n||matchMedia("(prefers-reduced-motion: reduce)").matches)&&(this.motion=this.plate.animate(t,{duration:n,easing:"cubic-bezier(0.2, 0.7, 0.2, 1)"}),await this.motion.finished.catch(()=>{}))}};function N(e,a){return Array.isArray(a)?Array.isArray(e):typeof a=="number"?typeof e=="number"&&Number.isFinite(e):typeof e==typeof a&&e!==null}function i(e,a,...t){let n=document.createElement(e);a&&(n.className=a);for(let s of t)n.append(typeof s=="string"?document.createTextNode(s):s);return n}var M=`
.plate { width: max-content; min-width: var(--cs-counts-width, 22.5em); } /* as wide as its longest name */
.row .name { max-width: 16em; }
.rows { columns: var(--cs-counts-columns, 1); column-gap: 0; }
.title { display: flex; justify-content: space-between; align-items: baseline; padding: 14px 18px; font-weight: 750; font-size: 1.15em; border-bottom: 3px solid var(--accent); }
.title .quiet { font-size: 0.68em; font-weight: 500; }
.row { break-inside: avoid; display: grid; grid-template-columns: 1.3em 1fr auto 3.7em; gap: 0 12px; align-items: baseline; padding: 9px 18px; border-top: 1px solid var(--line); }
.row .amount { text-align: right; }
.row .sure { grid-column: 2 / -1; grid-row: 2; font-size: 0.68em; color: var(--quiet); }
.row .blinds { text-align: right; color: var(--quiet); font-size: 0.8em; }
.row .all-in { color: var(--accent); }
`,b=class extends m{constructor(){super(_,M,"right")}draw(a){let t=w(a.players,x);t.sort((r,o)=>p(o.stack_chips)-p(r.stack_chips));let n=t.map((r,o)=>{let[c,h]=[p(r.stack_chips),r.all_in===!0],g=t.findIndex(k=>p(k.stack_chips)===c)+1,u=i("div","row",i("span","quiet",g===o+1?g.toString():"="));return u.append(i("span",r.away===!0?"name quiet":"name",l(r.name)),i("span","amount",h?"":f(c))),l(r.sure)&&u.append(i("span","sure",l(r.sure))),u.append(i("span",h?"blinds all-in":"blinds",h?"ALL-IN":y(c,p(a.big_blind_chips)))),u});return[i("div","title",i("span","",l(a.title)),i("span","quiet",l(a.as_of))),i("div","rows",...n)]}};export{b as default};
