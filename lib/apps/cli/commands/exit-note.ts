/** The exit codes, as help shows them. */
export const exitNote =
  'Exit codes: 0 PASS, 1 FAIL, 2 ERROR, 3 no verdict (timeout, unreachable, interrupted), 4 access refused, 5 plan or credits, 6 bad input.';
