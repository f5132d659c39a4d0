/** Where to go on, in the order of arrival. */
export interface ClickPlace {
  /** As PostgreSQL prints it: it knows microseconds. */
  readonly recorded_at: string;
  readonly click_id: string;
}

/** From when on attribution may still ask for the clicks of each app; Unix ms. */
export type WantedClicks = readonly { readonly app_id: string; readonly since: number }[];
