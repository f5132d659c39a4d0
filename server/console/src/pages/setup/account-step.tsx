import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../client/use-change.ts';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { StepCard } from './step-card.tsx';
import { StepList } from './step-list.tsx';

/** Makes the account of a person who has none. */
export function AccountStep() {
  const queries = useQueryClient();
  const create = useChange('create_account', []);
  return (
    <>
      <StepList at="account" />
      <StepCard title="1. Your account">
        <Form
          submit="Make the account"
          onSubmit={async ({ name = '' }) => {
            await create.mutateAsync({ p_name: name });
            // What another account had means nothing here; what is shown stays until it is there anew.
            queries.removeQueries({ type: 'inactive' });
            await queries.invalidateQueries();
          }}
        >
          <Field label="Name of the account" name="name" hint="Usually the name of your company." required />
        </Form>
        <p className="hint">
          Were you invited? Open the link of the mail instead: it takes you into the team.
        </p>
      </StepCard>
    </>
  );
}
