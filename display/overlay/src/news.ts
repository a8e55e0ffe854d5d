/** What stands for a while because it is new, whatever the state says of it meanwhile: pure, so that it can be tested. */

export interface News<Data> {
  /** Which news it is: the same one is told once. */
  key: string;
  data: Data;
  since_ms: number;
}

/**
 * What is the news now. One that stands keeps its `stands_ms`, though it may be settled long before, or another has come:
 * that one follows it, if it is still open then. What has had its time is kept, so that it is not new again.
 */
export function newsNow<Data>(before: News<Data> | undefined, came: { key: string; data: Data } | undefined, now_ms: number, stands_ms: number): News<Data> | undefined {
  if (came === undefined || came.key === before?.key || isNew(before, now_ms, stands_ms)) return before;
  return { ...came, since_ms: now_ms };
}

export function isNew(news: News<unknown> | undefined, now_ms: number, stands_ms: number): boolean {
  return news !== undefined && now_ms - news.since_ms < stands_ms;
}
