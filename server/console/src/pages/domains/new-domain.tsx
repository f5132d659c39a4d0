import { useChange } from '../../client/use-change.ts';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';

/** Adds a domain, and shows what proves it. */
export function NewDomain() {
  const add = useChange('add_domain', ['list_domains']);
  return (
    <Form
      submit="Add the domain"
      isCleared
      onSubmit={({ host = '', fallback_resolver = '' }) =>
        add.mutateAsync({ p_host: host, p_fallback_resolver: fallback_resolver || null })
      }
    >
      <Field label="Host" name="host" required hint="Such as go.example.com, without https://." />
      <Field
        label="Where its links were before"
        name="fallback_resolver"
        type="url"
        hint="An https address that is asked about paths which are not known here. Leave it empty for a new domain."
      />
    </Form>
  );
}
