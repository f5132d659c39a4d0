const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether the text is a version 4 UUID, the only kind that the service accepts as a click id. */
export function isUuidV4(text: string): boolean {
  return UUID_V4.test(text);
}
