import { useQueryClient } from '@tanstack/react-query';
import type { App } from '../../account/account.tsx';
import { sendJson } from '../../http/send-json.ts';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { credentials } from '../../session/session.ts';
import type { IssuedKey } from './shown-key.tsx';

/** Makes a key for an app. */
export function NewKey({ apps, onIssued }: { apps: readonly App[]; onIssued(key: IssuedKey): void }) {
  const queries = useQueryClient();
  return (
    <Form
      submit="Make the key"
      isCleared
      onSubmit={async ({ app_id = '', label = '' }) => {
        const { body } = await sendJson<IssuedKey>('/v1/generate-key', {
          headers: credentials(),
          body: { app_id, ...(label.trim() && { label: label.trim() }) },
        });
        onIssued(body);
        await queries.invalidateQueries({ queryKey: ['list_api_keys'] });
      }}
    >
      <SelectField label="App" name="app_id" options={apps} />
      <Field label="Name" name="label" hint="Tells it from others: where it is used." maxLength={120} />
    </Form>
  );
}
