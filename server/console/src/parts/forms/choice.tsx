import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components/Select';

/** One of the things to choose from. */
export interface Option {
  readonly id: string;
  readonly name: string;
}

interface ChoiceProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: string;
  onChoose(id: string): void;
  /** Its label is for screen readers alone. */
  readonly isCompact?: boolean;
  /** Someone is about to choose: long lists need not be made before. */
  onNear?(): void;
}

/** Chooses one of a list. */
export function Choice({ label, options, chosen, onChoose, isCompact = false, onNear }: ChoiceProps) {
  return (
    <Select className="choice" value={chosen} onChange={(id) => onChoose(String(id))}>
      <Label className={isCompact ? 'hidden-label' : 'label'}>{label}</Label>
      <Button
        className="choice-button"
        {...(onNear && { onFocus: onNear, onHoverStart: onNear, onPressStart: onNear })}
      >
        <SelectValue />
        <span aria-hidden="true">▾</span>
      </Button>
      <Popover className="popover">
        <ListBox className="options" items={options}>
          {({ id, name }) => (
            <ListBoxItem id={id} textValue={name}>
              {name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
