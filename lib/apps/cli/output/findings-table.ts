import { styleText } from 'node:util';
import type { Finding } from '@scangate/client';
import { toleranceOf } from '@scangate/domain/reports/tolerated';
import { usageRank } from '@scangate/domain/reports/import-usage-text';
import { isIncomplete } from '@scangate/domain/reports/verdict-sentence';
import { compareText } from '@scangate/engines/model/compare-text';
import { severities } from '@scangate/engines/model/severity';
import { columnTable, type Column } from './column-table.ts';
import type { ShownResult, ShownVerdict } from './shown-result.ts';
import { packageName } from './package-name.ts';
import { printable, type Terminal } from './terminal.ts';

const whatOf = (finding: Finding): string => {
  switch (finding.kind) {
    case 'vulnerability': {
      const cve = finding.aliases.find((alias) => alias.startsWith('CVE-'));
      return cve === undefined ? finding.advisoryId : `${finding.advisoryId} (${cve})`;
    }
    case 'license':
      return finding.license;
    case 'upgrade':
      return finding.title;
    default:
      return finding.rule;
  }
};

const fixOf = (finding: Finding): string => {
  if (finding.kind === 'vulnerability') return finding.fixedVersions[0] ?? 'none known';
  return finding.kind === 'upgrade' ? (finding.upgradeTo ?? '') : '';
};

const isUncertain = (finding: Finding): boolean => finding.kind === 'code' && finding.confidence === 'low';

const isTolerated = ({ suppressed, waived }: Finding): boolean =>
  suppressed !== undefined || waived !== undefined;

const severityCell = (finding: Finding): string => {
  if (isTolerated(finding)) return `(${finding.severity})`;
  return isUncertain(finding) ? `${finding.severity}?` : finding.severity;
};

/** A finding with the path of its project unit. */
interface Placed {
  finding: Finding;
  unit: string;
  /** The package, or the path from the root of the repository. */
  where: string;
}

const placed = (finding: Finding, units: ReadonlyMap<string, string>): Placed => {
  const unit = units.get(finding.projectUnitId) ?? '';
  const path = unit === '' || finding.file === '' ? finding.file : `${unit}/${finding.file}`;
  const named = 'packageName' in finding ? packageName(finding) : undefined;
  return { finding, unit, where: named ?? `${path}:${finding.line ?? 1}` };
};

const usageOf = (finding: Finding) => (finding.kind === 'vulnerability' ? finding.usage : undefined);

const compare = (a: Placed, b: Placed): number =>
  severities.indexOf(a.finding.severity) - severities.indexOf(b.finding.severity) ||
  usageRank(usageOf(a.finding)) - usageRank(usageOf(b.finding)) ||
  compareText(a.where, b.where) ||
  compareText(a.unit, b.unit) ||
  compareText(whatOf(a.finding), whatOf(b.finding));

/** Keeps one row for each deprecated package. */
const oncePerPackage = (rows: readonly Placed[]): Placed[] => {
  const seen = new Set<string>();
  return rows.filter(({ finding, where }) => {
    if (finding.kind !== 'upgrade' || finding.advice !== 'deprecated') return true;
    const isNew = !seen.has(where);
    seen.add(where);
    return isNew;
  });
};

/** Lists each waiver with its approver, expiry and reason, once for all findings that it covers. */
const waiverLines = (findings: readonly Finding[]): string[] => {
  const waived = findings.filter((finding) => finding.waived);
  const grouped = Map.groupBy(waived, (finding) => toleranceOf(finding as never)?.text ?? '');
  return [...grouped].map(([text, covered]) => `  ${covered.length}: ${printable(text)}`);
};

/** Findings with the parts of a result that their table needs. */
type ListedFindings = Pick<ShownResult, 'findings' | 'hasMore'> & {
  verdict: Pick<ShownVerdict, 'scanId' | 'verdict' | 'coverage' | 'projectUnits'>;
};

const remarksOn = ({ findings, hasMore, verdict }: ListedFindings): string[] => {
  const suppressed = findings.filter((finding) => finding.suppressed).length;
  const waived = findings.filter((finding) => finding.waived && !finding.suppressed).length;
  const uncertain = findings.filter((finding) => !isTolerated(finding) && isUncertain(finding)).length;
  const unused = findings.filter((finding) => usageOf(finding)?.imported === false).length;
  return [
    ...(suppressed > 0 ? [`${suppressed} in brackets: suppressed by the repository, not judged.`] : []),
    ...(waived > 0 ? [`${waived} in brackets: waived by the organization, not judged.`] : []),
    ...waiverLines(findings),
    ...(unused > 0
      ? [`${unused} in packages that this code does not import, listed last within their severity.`]
      : []),
    ...(uncertain > 0
      ? [`${uncertain} with a question mark: low confidence, judged only when the policy says so.`]
      : []),
    ...(hasMore ? [`There are more: scangate findings ${printable(verdict.scanId)} --all`] : []),
  ];
};

const colors = { critical: 'red', high: 'red', medium: 'yellow' } as const;

const colored = (text: string, finding: Finding): string => {
  const color = isTolerated(finding) ? 'dim' : colors[finding.severity as keyof typeof colors];
  return color === undefined ? text : styleText(color, text, { validateStream: false });
};

const columns: readonly Column[] = [
  { title: 'SEVERITY', keeps: 'start', leastColumns: 0 },
  { title: 'KIND', keeps: 'start', leastColumns: 100 },
  { title: 'WHAT', keeps: 'start', leastColumns: 0, shrinksTo: 12 },
  { title: 'WHERE', keeps: 'end', leastColumns: 0, shrinksTo: 14 },
  { title: 'FIXED IN', keeps: 'start', leastColumns: 70, shrinksTo: 8 },
  { title: 'UNIT', keeps: 'end', leastColumns: 100, shrinksTo: 8 },
];

/** The findings as rows by severity, package and path. A narrow terminal shows fewer columns. */
export const findingsTable = (
  result: ListedFindings,
  { columns: width, isColored }: Pick<Terminal, 'columns' | 'isColored'>,
): string => {
  const { findings, verdict } = result;
  if (findings.length === 0)
    return verdict.verdict === 'ERROR'
      ? 'Nothing was found before the scan ended.'
      : `No findings${isIncomplete({ coverage: verdict.coverage ?? [] }) ? ' in what was assessed' : ''}.`;
  const units = new Map(verdict.projectUnits.map(({ projectUnitId, path }) => [projectUnitId, path]));
  const rows = oncePerPackage(findings.map((finding) => placed(finding, units)).toSorted(compare));
  const cells = rows.map(({ finding, unit, where }) => [
    severityCell(finding),
    finding.kind,
    whatOf(finding),
    where,
    fixOf(finding),
    unit === '' ? '.' : unit,
  ]);
  const style = (text: string, row: number, column: number): string => {
    const finding = rows[row]?.finding;
    return isColored && column === 0 && finding ? colored(text, finding) : text;
  };
  return [columnTable(cells, { columns, width, style }), ...remarksOn(result)].join('\n');
};
