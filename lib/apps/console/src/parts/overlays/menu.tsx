import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { Button, type ButtonKind } from '@scangate/console/parts/actions/button.tsx';
import type { IconName } from '@scangate/console/parts/text/icon.tsx';
import styles from './menu.module.css';

export interface MenuAction {
  label: string;
  onSelect: () => void;
  disabled?: boolean;
  danger?: boolean;
  /** A second word at the end, such as a key. */
  note?: string;
  checked?: boolean;
}

export interface MenuGroup {
  label?: string;
  items: readonly MenuAction[];
}

export interface MenuProps {
  /** The name of the menu, and of its button where that shows an icon alone. */
  label: string;
  /** The words on the button. */
  text?: string;
  icon?: IconName;
  kind?: ButtonKind;
  groups: readonly MenuGroup[];
  /** Opens as soon as it is there. */
  startsOpen?: boolean;
}

const Item = ({ item }: { item: MenuAction }): ReactElement => (
  <Base.Item
    className={`${styles['item']} ${item.danger === true ? styles['danger'] : ''}`}
    disabled={item.disabled ?? false}
    onClick={item.onSelect}
    aria-current={item.checked === true ? 'true' : undefined}
  >
    <span className={styles['label']}>{item.label}</span>
    {item.note !== undefined && <span className={styles['note']}>{item.note}</span>}
  </Base.Item>
);

/** A button with a list of actions. */
export const Menu = ({
  label,
  text,
  icon,
  kind = 'plain',
  groups,
  startsOpen = false,
}: MenuProps): ReactElement => (
  <Base.Root modal={false} defaultOpen={startsOpen}>
    <Base.Trigger
      render={
        <Button kind={kind} {...(icon && { icon })} {...(text === undefined && { label })}>
          {text}
        </Button>
      }
    />
    <Base.Portal>
      <Base.Positioner className={styles['positioner']} sideOffset={4} align="end">
        <Base.Popup className={styles['popup']} aria-label={label}>
          {groups.map((group, at) => (
            <Base.Group key={at} className={styles['group']}>
              {group.label !== undefined && (
                <Base.GroupLabel className={styles['groupLabel']}>{group.label}</Base.GroupLabel>
              )}
              {group.items.map((item) => (
                <Item key={item.label} item={item} />
              ))}
            </Base.Group>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);
