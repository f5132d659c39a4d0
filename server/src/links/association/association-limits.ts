/** The most bytes of an `apple-app-site-association`: Apple reads no more. */
export const APP_SITE_ASSOCIATION_BYTES = 128 * 1024;

/** The most bytes of an `assetlinks.json`: phones read it whole. */
export const ASSET_LINKS_BYTES = 1024 * 1024;
