/** Every player of the table, one under the other. */

import { filled, NO_PLAYER, NO_TABLE, type TableData } from "../data";
import { Graphic } from "../graphic";
import { PLAYER_CSS, plateOf } from "./player";

const CSS = `
${PLAYER_CSS}
:host { font-size: var(--cs-size, 21px); }
.plate { width: max-content; min-width: var(--cs-table-width, 20.5em); } /* as wide as its longest name */
.player .name { max-width: 16em; }
.player .worth { width: 0; min-width: 100%; } /* what is done does not move the edge */
.player { grid-template-columns: minmax(calc(3em + 4px), auto) 1fr auto; } /* names stand in one column, cards or none */
.player + .player { border-top: 1px solid var(--line); }
`;

export default class TableStrip extends Graphic<TableData> {
  constructor() {
    super(NO_TABLE, CSS, "left");
  }

  protected override draw(data: TableData): Node[] {
    return filled(data.players, NO_PLAYER).map(plateOf);
  }
}
