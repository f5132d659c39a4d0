import { useQueryClient } from '@tanstack/react-query';
import type { App } from '../../account/account.tsx';
import { sendJson } from '../../http/send-json.ts';
import { Form } from '../../parts/forms/form.tsx';
import { credentials } from '../../session/session.ts';
import type { IssuedKey } from '../keys/shown-key.tsx';

interface KeyProps {
  readonly app: App;
  onKey(apiKey: string): void;
}

/** Makes a key for an app, with a press. */
export function MakeKey({ app, onKey, submit }: KeyProps & { readonly submit: string }) {
  const queries = useQueryClient();
  return (
    <Form
      submit={submit}
      onSubmit={async () => {
        const { body } = await sendJson<IssuedKey>('/v1/generate-key', {
          headers: credentials(),
          body: { app_id: app.id, label: 'First run' },
        });
        onKey(body.api_key);
        await queries.invalidateQueries({ queryKey: ['list_api_keys'] });
      }}
    >
      {null}
    </Form>
  );
}
