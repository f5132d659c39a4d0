const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version, in any case; `isUuidV4` of the SDK's wire takes version 4 alone. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
