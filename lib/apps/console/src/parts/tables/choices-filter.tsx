import { Menu } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Icon } from '@scangate/console/parts/text/icon.tsx';
import menuStyles from '@scangate/console/parts/overlays/menu.module.css';
import type { ManyFilter } from './filters.ts';
import styles from './filter-bar.module.css';

interface ChoicesFilterProps {
  filter: ManyFilter;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

const summaryOf = ({ label, options }: ManyFilter, chosen: readonly string[]): string => {
  const [first] = chosen;
  if (first === undefined) return label;
  if (chosen.length > 1) return partMessages.chosen(label, chosen.length);
  return partMessages.chosenOne(label, options.find(({ value }) => value === first)?.label ?? first);
};

/** A button that opens the options with their counts. The list stays open while somebody chooses. */
export const ChoicesFilter = ({ filter, chosen, onChange }: ChoicesFilterProps): ReactElement => (
  <Menu.Root modal={false}>
    <span className={styles['choices']}>
      <Menu.Trigger
        render={
          <Button>
            {summaryOf(filter, chosen)}
            <Icon name="down" />
          </Button>
        }
      />
    </span>
    <Menu.Portal>
      <Menu.Positioner className={menuStyles['positioner']} sideOffset={4} align="start">
        <Menu.Popup className={menuStyles['popup']} aria-label={filter.label}>
          {filter.options.map(({ value, label }) => (
            <Menu.CheckboxItem
              key={value}
              className={menuStyles['item']}
              checked={chosen.includes(value)}
              onCheckedChange={(checked) =>
                onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            >
              <span className={styles['option']}>
                <span className={styles['mark']}>
                  <Menu.CheckboxItemIndicator>
                    <Icon name="check" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {label}
              </span>
              {filter.counts && (
                <span className={menuStyles['note']}>{number(filter.counts[value] ?? 0)}</span>
              )}
            </Menu.CheckboxItem>
          ))}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  </Menu.Root>
);
