/** The most bytes of a delivery's body, 256 KB; a typical one has a few. */
export const MAX_DELIVERY_BYTES = 256 * 1024;
