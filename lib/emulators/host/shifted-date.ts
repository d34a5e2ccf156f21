/**
 * Makes `Date` of this thread show the movable clock. Timers keep to real time: a timer waits for its stated
 * duration, while comparisons of instants see the shift.
 */
export const shiftDate = (shared: SharedArrayBuffer): void => {
  const shift = new Float64Array(shared);
  const RealDate = Date;
  const now = () => RealDate.now() + (shift[0] ?? 0);
  const Shifted = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
  });
  Object.defineProperty(RealDate.prototype, 'constructor', {
    value: Shifted,
    writable: true,
    configurable: true,
  });
  globalThis.Date = Shifted;
};
