import type { App } from '../../account/account.tsx';
import { sendJson } from '../../http/send-json.ts';
import { ServiceError, toServiceError } from '../../http/service-error.ts';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';

/** Takes a key that the person has kept, if it is one of the app. */
export function PasteKey({ app, onKey }: { app: App; onKey(apiKey: string): void }) {
  return (
    <Form
      submit="Use this key"
      onSubmit={async ({ api_key = '' }) => onKey(await checkKey(api_key.trim(), app))}
    >
      <Field
        label="A key that you have kept"
        name="api_key"
        autoComplete="off"
        spellCheck={false}
        hint="It stays in this page: not in the address, and not in the browser’s storage."
        required
      />
    </Form>
  );
}

const refuse = (reason: string) => new ServiceError(`api_key: ${reason}`, 400);

async function checkKey(apiKey: string, app: App): Promise<string> {
  if (!/^svc_[0-9a-f]{64}$/.test(apiKey))
    throw refuse('A key begins with svc_, and 64 digits and letters follow.');
  const request = { method: 'GET', headers: { 'x-service-api-key': apiKey } } as const;
  const { body } = await sendJson<{ app_id: string }>('/v1/resolve-key', request).catch((thrown: unknown) => {
    const error = toServiceError(thrown);
    throw error.status === 401 ? refuse('There is no such key, or it was revoked.') : error;
  });
  if (body.app_id !== app.id) throw refuse('This is a key of another app.');
  return apiKey;
}
