/** What a request was answered: the status, and the JSON of the body, or null where it is empty. */
export async function answerOf(pending: Promise<Response>) {
  const response = await pending;
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
