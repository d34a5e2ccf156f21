import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { signInMessages } from '@scangate/console/messages/sign-in.ts';
import buttonStyles from '@scangate/console/parts/actions/button.module.css';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import styles from './sign-in-links.module.css';
import { returnHere, signInUrl } from './sign-in-url.ts';

/** One button for each provider. The first is the usual one. */
export const SignInLinks = ({
  providers,
}: {
  providers: readonly ItemOf<'list-sign-in-providers'>[];
}): ReactElement => {
  if (providers.length === 0) return <Empty title={signInMessages.none} />;
  return (
    <ul className={styles['list']}>
      {providers.map(({ providerId, label, startUrl }, at) => (
        <li key={`${providerId} ${startUrl}`}>
          <a
            className={[buttonStyles['button'], at === 0 && buttonStyles['primary']]
              .filter(Boolean)
              .join(' ')}
            href={signInUrl(startUrl, { returnTo: returnHere() })}
          >
            {signInMessages.with(label)}
          </a>
        </li>
      ))}
    </ul>
  );
};
