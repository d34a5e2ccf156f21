/** Reads the output and the files of a step as the runner of GitHub Actions does. */

export interface StepCommand {
  name: string;
  properties: Record<string, string>;
  data: string;
}

export interface StepOutput {
  commands: StepCommand[];
  /** The lines that are no commands. */
  log: string[];
}

const unescapeData = (text: string): string =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');

const unescapeProperty = (text: string): string =>
  unescapeData(text.replaceAll('%3A', ':').replaceAll('%2C', ','));

const propertiesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .filter((pair) => pair.includes('='))
      .map((pair) => {
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), unescapeProperty(pair.slice(at + 1))];
      }),
  );

/** The runner takes a line for a command after any space; the older form stands anywhere in a line. */
const commandOf = (line: string): StepCommand | undefined => {
  const [, name, properties = '', data = ''] = /^\s*::([\w-]+)(?: ([^:]*))?::(.*)$/.exec(line) ?? [];
  if (name !== undefined) return { name, properties: propertiesOf(properties), data: unescapeData(data) };
  const [, older, given = '', rest = ''] = /##\[([\w-]+)(?: ([^\]]*))?\](.*)$/.exec(line) ?? [];
  return older === undefined ? undefined : { name: older, properties: propertiesOf(given), data: rest };
};

export const readStep = (printed: string): StepOutput => {
  const read: StepOutput = { commands: [], log: [] };
  let stopped: string | undefined;
  for (const line of printed.split('\n')) {
    if (stopped !== undefined) {
      if (line.trim() === `::${stopped}::`) stopped = undefined;
      else read.log.push(line);
      continue;
    }
    const command = commandOf(line);
    if (command?.name === 'stop-commands') stopped = command.data;
    else if (command) read.commands.push(command);
    else if (line !== '') read.log.push(line);
  }
  return read;
};

/** Reads GITHUB_OUTPUT. */
export const readOutputs = (text: string): Record<string, string> => {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, delimiter] = /^([^=<]+)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined || delimiter === undefined) {
      const [, single, value = ''] = /^([^=]+)=(.*)$/.exec(lines[at] ?? '') ?? [];
      if (single !== undefined) outputs[single] = value;
      continue;
    }
    const end = lines.indexOf(delimiter, at + 1);
    outputs[name] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return outputs;
};
