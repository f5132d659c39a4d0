// Apart from its schema, so that the declarations of other packages need no schemas.

/** The kinds of devices that rules tell apart. An iPad calls itself a Mac, which is a desktop. */
export const PLATFORMS = ['android', 'ios', 'desktop', 'feature_phone', 'other'] as const;

export type Platform = (typeof PLATFORMS)[number];

/** Where visitors go for whom everything in `when` holds. Times are Unix ms. */
export interface LinkRule {
  when: {
    platform?: Platform | undefined;
    country?: string | undefined;
    language?: string | undefined;
    from?: number | undefined;
    until?: number | undefined;
  };
  url: string;
  weight?: number | undefined;
}
