import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import type { MenuProps } from './menu.tsx';

const load = () => import('./menu.tsx');
const Menu = lazy(async () => ({ default: (await load()).Menu }));

/** A menu whose code is loaded when it is about to be opened. For the frame, which every page carries. */
export const LazyMenu = (props: MenuProps): ReactElement => {
  const [isWanted, setWanted] = useState(false);
  const { label, text, icon, kind = 'plain' } = props;
  const closed = (
    <span onPointerEnter={() => void load().catch(() => undefined)}>
      <Button
        kind={kind}
        {...(icon && { icon })}
        {...(text === undefined && { label })}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setWanted(true)}
      >
        {text}
      </Button>
    </span>
  );
  if (!isWanted) return closed;
  return (
    <Suspense fallback={closed}>
      <Menu {...props} startsOpen />
    </Suspense>
  );
};
