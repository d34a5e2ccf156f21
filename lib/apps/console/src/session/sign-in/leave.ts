/** Forgets what was drafted and read in this tab, and goes to the sign-in. */
export const leave = (): void => {
  try {
    sessionStorage.clear();
  } catch {
    // Without storage nothing is kept.
  }
  window.location.assign('/console/');
};
