import { dollarsOf } from './list-prices.ts';
import type { FunctionUse, Usage } from './usage.ts';

/** A line of a bill, in dollars. */
export interface BillLine {
  what: string;
  dollars: number;
}

const secondsOf = ({ durationMs }: FunctionUse): number => durationMs / 1000;

/** Prices the time of a function at its memory; services run on Arm. */
const timeLine = (use: FunctionUse): BillLine => ({
  what: `${use.name}: ${use.memoryMb} MB for ${secondsOf(use).toFixed(2)} s`,
  dollars: dollarsOf('lambdaGbSecond', secondsOf(use) * (use.memoryMb / 1024)),
});

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const shown = (count: number): string => count.toLocaleString('en', { maximumFractionDigits: 1 });

/** Prices a use, a line for each billed item, most expensive first. */
export const billOf = (usage: Usage): BillLine[] => {
  const invocations = total(usage.functions.map((use) => use.invocations));
  const logBytes = total(usage.functions.map((use) => use.logBytes));
  return [
    ...usage.functions.map(timeLine),
    { what: `${shown(invocations)} invocations`, dollars: dollarsOf('lambdaRequest', invocations) },
    {
      what: `${shown(usage.transitions)} transitions of the workflow`,
      dollars: dollarsOf('transition', usage.transitions),
    },
    { what: `${shown(usage.readUnits)} read units`, dollars: dollarsOf('readUnit', usage.readUnits) },
    { what: `${shown(usage.writeUnits)} write units`, dollars: dollarsOf('writeUnit', usage.writeUnits) },
    {
      what: `${shown(usage.apiRequests)} requests to the gateway and its web ACL`,
      dollars: dollarsOf('apiRequest', usage.apiRequests) + dollarsOf('wafRequest', usage.apiRequests),
    },
    { what: `${shown(usage.s3Reads)} reads of objects`, dollars: dollarsOf('s3Read', usage.s3Reads) },
    { what: `${shown(usage.s3Writes)} writes of objects`, dollars: dollarsOf('s3Write', usage.s3Writes) },
    { what: `${shown(usage.signatures)} signatures`, dollars: dollarsOf('signature', usage.signatures) },
    {
      what: `${shown(usage.kmsRequests)} other requests to KMS`,
      dollars: dollarsOf('kmsRequest', usage.kmsRequests),
    },
    { what: `${shown(logBytes)} bytes of logs`, dollars: dollarsOf('logByte', logBytes) },
  ].toSorted((a, b) => b.dollars - a.dollars);
};

export const totalOf = (lines: readonly BillLine[]): number => total(lines.map(({ dollars }) => dollars));
