let lastInputAt = 0;

const note = (): void => {
  lastInputAt = performance.now();
};

/** Notes each key and pointer press, from the start of the page on. */
export const watchInput = (): void => {
  note();
  for (const type of ['pointerdown', 'keydown'] as const) {
    window.addEventListener(type, note, { passive: true, capture: true });
  }
};

/** Whether the page was not touched for a minute, so that a request is the page's own and keeps no session alive. */
export const isUnattended = (): boolean => performance.now() - lastInputAt > 60_000;
