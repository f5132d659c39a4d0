import { type ReactNode, useState } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { type ServiceError, toServiceError } from '../../http/service-error.ts';

interface ConfirmDialogProps {
  /** The button that opens it. */
  readonly button: string;
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  /** The button that does it: a verb. */
  readonly confirm: string;
  /** A text that has to be typed first. */
  readonly typed?: string;
  onConfirm(): Promise<unknown>;
}

/** Asks before something that hurts is done. */
export function ConfirmDialog({ button, title, ...content }: ConfirmDialogProps) {
  return (
    <DialogTrigger>
      <Button className="danger-link">{button}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog role="alertdialog">
            {({ close }) => (
              <>
                <Heading slot="title">{title}</Heading>
                <Question {...content} close={close} />
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

type AskedDialogProps = Omit<ConfirmDialogProps, 'button'> & {
  onClose(): void;
};

/** The same for what a form has gathered first: it is open for as long as it is there. */
export function AskedDialog({ title, onClose, ...content }: AskedDialogProps) {
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="modal">
        <Dialog role="alertdialog">
          <Heading slot="title">{title}</Heading>
          <Question {...content} close={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

type QuestionProps = Pick<ConfirmDialogProps, 'children' | 'confirm' | 'typed' | 'onConfirm'> & {
  close(): void;
};

function Question({ children, confirm, typed, onConfirm, close }: QuestionProps) {
  const [entered, setEntered] = useState('');
  const [error, setError] = useState<ServiceError | null>(null);
  const [isSending, setSending] = useState(false);
  const act = async () => {
    setSending(true);
    try {
      await onConfirm();
      close();
    } catch (thrown) {
      setError(toServiceError(thrown));
      setSending(false);
    }
  };
  return (
    <>
      <div>{children}</div>
      {typed !== undefined && (
        <label className="field">
          <span>
            Type <b>{typed}</b> to confirm
          </span>
          <input value={entered} onChange={(event) => setEntered(event.target.value)} autoComplete="off" />
        </label>
      )}
      {error && (
        <p className="form-error" role="alert">
          {error.message}
        </p>
      )}
      <div className="form-end">
        <Button
          className="danger"
          isDisabled={isSending || (typed !== undefined && entered !== typed)}
          onPress={() => void act()}
        >
          {confirm}
        </Button>
        <Button slot="close">Cancel</Button>
      </div>
    </>
  );
}
