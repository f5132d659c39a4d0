import { Card } from '../../parts/card.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import type { Person } from './person.ts';
import { useAsk } from './use-ask.ts';

/** One's name. */
export function NameCard({ person }: { person: Person }) {
  const ask = useAsk();
  return (
    <Card title="Name">
      <Form submit="Save the name" onSubmit={({ name = '' }) => ask('/update-user', { name })}>
        <Field label="Your name" name="name" autoComplete="name" defaultValue={person.name} required />
      </Form>
    </Card>
  );
}
