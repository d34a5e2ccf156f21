import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactElement } from 'react';
import { useMove } from '@scangate/console/parts/actions/use-move.ts';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { areSingleKeysOn } from '@scangate/console/session/browser/single-keys.ts';
import { commandFor, type KeyCommand } from './key-commands.ts';
import { closeOverlay, currentOverlay, openOverlay, subscribeToOverlay } from './open-overlay.ts';
import { focusRow, focusSearch, isTyping } from './page-focus.ts';

const Palette = lazy(() => import('../palette/palette.tsx'));
const KeyList = lazy(() => import('./key-list.tsx'));

/** Handles the keys that work on every page. */
const useFrameKeys = (): void => {
  const session = useSession();
  const { moveTo } = useMove();
  useEffect(() => {
    let before = '';
    const carryOut = (command: KeyCommand): void => {
      if (command.kind === 'open') openOverlay(command.overlay);
      if (command.kind === 'search') focusSearch();
      if (command.kind === 'row') focusRow(command.step);
      if (command.kind === 'page')
        moveTo(pageHref(session.organization.organizationId, { to: command.path }));
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const command = commandFor(event, {
        before,
        session,
        isTyping: isTyping(event.target),
        singleKeys: areSingleKeysOn(),
      });
      before = event.key;
      if (!command || currentOverlay() !== undefined) return;
      event.preventDefault();
      carryOut(command);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [session, moveTo]);
};

/** The keys of every page, with the palette and the list of keys that they open. */
export const FrameKeys = (): ReactElement | null => {
  useFrameKeys();
  const overlay = useSyncExternalStore(subscribeToOverlay, currentOverlay);
  if (overlay === undefined) return null;
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' ? <Palette onClose={closeOverlay} /> : <KeyList onClose={closeOverlay} />}
    </Suspense>
  );
};
