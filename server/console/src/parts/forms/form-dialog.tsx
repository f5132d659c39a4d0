import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { type Entered, Form } from './form.tsx';

interface FormDialogProps {
  /** The button that opens it. */
  readonly button: string;
  readonly title: string;
  readonly submit: string;
  /** It closes once this is done; what it throws is shown at the field that it names. */
  onSubmit(entered: Entered): Promise<unknown>;
  readonly children: ReactNode;
}

/** A form on a sheet of its own. */
export function FormDialog({ button, title, submit, onSubmit, children }: FormDialogProps) {
  return (
    <DialogTrigger>
      <Button>{button}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog>
            {({ close }) => (
              <>
                <Heading slot="title">{title}</Heading>
                <Form
                  submit={submit}
                  onSubmit={async (entered) => {
                    await onSubmit(entered);
                    close();
                  }}
                  beside={<Button slot="close">Cancel</Button>}
                >
                  {children}
                </Form>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
