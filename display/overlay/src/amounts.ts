/** Numbers as a broadcast writes them. */

/** An amount of chips: `12,400`. */
export function chips(amount: number): string {
  return Math.round(amount).toLocaleString("en-US");
}

/**
 * A stack in big blinds, `62.5 BB`; empty where there is no big blind. Cut, with tenths below a hundred, as the dealer's screen
 * has it (`in_big_blinds` of `display/wording/wording.py`): a player never has fewer than it says.
 */
export function bigBlinds(amount: number, bigBlind: number): string {
  if (bigBlind <= 0) return "";
  const tenths = Math.floor((amount * 10) / bigBlind);
  return `${tenths >= 1000 ? chips(Math.floor(tenths / 10)) : (tenths / 10).toString()} BB`;
}

/** A share in per cent, without a decimal: `63%`; more than nothing is never 0, less than all never 100. */
export function percent(share: number): string {
  if (share > 0 && share < 1) return "<1%";
  if (share > 99 && share < 100) return ">99%";
  return `${Math.round(share)}%`;
}

/** What a pot is called, 0 being the main pot: a side pot that is the only one has no number. */
export function potName(pot: number, count: number, noun = ""): string {
  return pot === 0 ? `Main${noun}` : count > 2 ? `Side${noun} ${pot}` : `Side${noun}`;
}

/** A pot with its chips: `Main: 1,200`, `Side: 850`, `Side 1: 850`, which is not 1,850. */
export function potWithChips(pot: number, count: number, amount: number, noun = ""): string {
  return `${potName(pot, count, noun)}: ${chips(amount)}`;
}

/** How long ago: `under 10 s`, `40 s`, `12 min`, `3 h`. */
export function ago(seconds: number): string {
  if (seconds < 10) return "under 10 s";
  if (seconds < 60) return `${Math.floor(seconds / 10) * 10} s`; // by tens: a graphic is drawn anew for each
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

/** Time left: `12:05`, `1:00:00`. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${minutes.toString().padStart(hours ? 2 : 1, "0")}:${rest.toString().padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}
