/** From when on attribution may still ask for the clicks of each app; Unix ms. */
export type WantedClicks = readonly { readonly app_id: string; readonly since: number }[];
