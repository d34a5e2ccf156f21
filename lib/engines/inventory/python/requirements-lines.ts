import { linesOf } from '../parse/lines.ts';

/** One logical line of a requirements file, with the comments that follow it. */
export interface RequirementLine {
  text: string;
  /** Names in the `# via` comments of pip-compile and uv; empty without such comments. */
  via: string[];
}

const maxVia = 200;

const addVia = (line: RequirementLine | undefined, comment: string, inside: boolean): boolean => {
  const said = comment.replace(/^#/, '').trim();
  const begins = /^via\b/.test(said);
  if (line === undefined || !(begins || inside)) return false;
  const listed = begins ? said.slice(3) : said;
  for (const needer of listed.split(',', maxVia))
    if (needer.trim() && line.via.length < maxVia) line.via.push(needer.trim());
  return true;
};

/** Joins continued lines and separates comments from requirements, as pip does. */
export const requirementLines = (text: string): RequirementLine[] => {
  const lines: RequirementLine[] = [];
  let pending: string[] = [];
  let insideVia = false;
  for (const physical of linesOf(text)) {
    const trimmed = physical.trim();
    if (trimmed.startsWith('#')) {
      insideVia = addVia(lines.at(-1), trimmed, insideVia);
      continue;
    }
    const comment = physical.search(/\s#/);
    const code = comment === -1 ? physical : physical.slice(0, comment);
    const continued = comment === -1 && code.endsWith('\\');
    pending.push(continued ? code.slice(0, -1) : code);
    if (continued) continue;
    const joined = pending.join(' ').trim();
    pending = [];
    insideVia = false;
    if (joined === '') continue;
    const line = { text: joined, via: [] };
    lines.push(line);
    insideVia = comment !== -1 && addVia(line, physical.slice(comment).trim(), false);
  }
  if (pending.length > 0) lines.push({ text: pending.join(' ').trim(), via: [] });
  return lines.filter((line) => line.text !== '');
};
