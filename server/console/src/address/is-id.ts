const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether a part of an address can be an id of the service: to ask for another would be refused. */
export const isId = (text: string | undefined): text is string => ID.test(text ?? '');
