/** The services functions talk to. */
export const services = ['dynamodb', 's3', 'sfn', 'kms', 'ses', 'lambda', 'ssm', 'stripe'] as const;
export type Service = (typeof services)[number];

export const faultKinds = ['throttle', 'timeout_after_success', 'error', 'conflict', 'decline'] as const;
export type FaultKind = (typeof faultKinds)[number];

interface Fault {
  service: Service;
  /** Every operation unless given. */
  operation?: string;
  kind: FaultKind;
  /** How many calls it meets. */
  times: number;
}

interface CallCount {
  service: Service;
  operation: string;
  calls: number;
  requestBytes: number;
}

/** Counts every call to a service, and breaks those it was told to break. */
export interface Traffic {
  inject(fault: Fault): void;
  clearFaults(): void;
  /** Counts a call; @returns the fault that meets it. */
  meet(service: Service, operation: string, requestBytes: number): FaultKind | undefined;
  counts(): CallCount[];
  resetCounts(): void;
  /** Calls so far that may have changed something: tells whether a job did anything. */
  writes(): number;
}

const reading =
  /^(?:Get|Head|List|Query|Scan|BatchGet|TransactGet|Describe|Encrypt|Decrypt)|\.(?:retrieve|list\w*|createPreview)$/;

/** A declined card breaks only charges, and nothing else breaks those. */
const suits = (kind: FaultKind, operation: string): boolean =>
  (kind === 'decline') === (operation === 'charge');

export const openTraffic = (): Traffic => {
  const faults: Fault[] = [];
  const counts = new Map<string, CallCount>();
  let writes = 0;

  const count = (service: Service, operation: string, requestBytes: number) => {
    const key = `${service} ${operation}`;
    const found = counts.get(key) ?? { service, operation, calls: 0, requestBytes: 0 };
    found.calls += 1;
    found.requestBytes += requestBytes;
    counts.set(key, found);
    // Invoking a function changes nothing by itself.
    if (service !== 'lambda' && !reading.test(operation)) writes += 1;
  };

  return {
    inject: (fault) => void faults.push({ ...fault }),
    clearFaults: () => void (faults.length = 0),
    meet: (service, operation, requestBytes) => {
      count(service, operation, requestBytes);
      const index = faults.findIndex(
        (fault) =>
          fault.service === service &&
          suits(fault.kind, operation) &&
          (fault.operation ?? operation) === operation,
      );
      const fault = faults[index];
      if (!fault) return undefined;
      fault.times -= 1;
      if (fault.times <= 0) faults.splice(index, 1);
      return fault.kind;
    },
    counts: () => [...counts.values()].map((one) => ({ ...one })),
    resetCounts: () => counts.clear(),
    writes: () => writes,
  };
};
