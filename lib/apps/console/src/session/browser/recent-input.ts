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

/** Whether the page has not been touched for a minute, so that its requests must not keep a session alive. */
export const isUnattended = (): boolean => performance.now() - lastInputAt > 60_000;
