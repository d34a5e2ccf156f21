type Value = string | number | boolean;

/** A condition on the stored record; all of a change's conditions must hold. */
export type Condition<F extends string = string> =
  | { field: F; is: 'equal'; value: Value }
  | { field: F; is: 'atLeast'; value: Value }
  | { field: F; is: 'atMost'; value: Value }
  | { field: F; is: 'oneOf'; value: readonly Value[] }
  | { field: F; is: 'present' }
  | { field: F; is: 'absent' };
