/** Names an overlay that opens over any page. */
export type FrameOverlay = 'palette' | 'keys';

let current: FrameOverlay | undefined;
const listeners = new Set<() => void>();

const change = (next: FrameOverlay | undefined): void => {
  current = next;
  for (const listener of listeners) listener();
};

export const openOverlay = (overlay: FrameOverlay): void => change(overlay);

export const closeOverlay = (): void => change(undefined);

export const currentOverlay = (): FrameOverlay | undefined => current;

export const subscribeToOverlay = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
