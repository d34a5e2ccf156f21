import type { ReactElement } from 'react';
import { keyMessages } from '@scangate/console/messages/keys.ts';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useSingleKeys } from '@scangate/console/session/browser/single-keys.ts';
import { pageKeys, pageOfKey } from './key-commands.ts';
import styles from './key-list.module.css';

const always = [{ key: frameMessages.paletteKeys, does: keyMessages.palette }];

const singleKeys = [
  { key: '?', does: keyMessages.keys },
  { key: '/', does: keyMessages.search },
  { key: 'j', does: keyMessages.nextRow },
  { key: 'k', does: keyMessages.previousRow },
];

/** The keys that work on every page. */
export default function KeyList({ onClose }: { onClose: () => void }): ReactElement {
  const session = useSession();
  const isOn = useSingleKeys();
  const goTo = Object.keys(pageKeys).flatMap((letter) => {
    const entry = pageOfKey(letter, session);
    return entry
      ? [{ key: keyMessages.afterG(letter), does: keyMessages.goTo(pageTitles[entry.title]) }]
      : [];
  });
  const keys = isOn ? [...always, ...singleKeys, ...goTo] : always;
  return (
    <Dialog open onClose={onClose} title={keyMessages.title}>
      <dl className={styles['keys']}>
        {keys.map(({ key, does }) => (
          <div key={key} className={styles['item']}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      {!isOn && <p>{keyMessages.off}</p>}
    </Dialog>
  );
}
