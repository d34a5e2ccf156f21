import type { Rule } from '@scangate/engines/sast/rule';
import { handler } from './samples.ts';

export const rsLogInjection: Rule = {
  id: 'rs-log-injection',
  cwe: 'CWE-117',
  severity: 'low',
  title: 'Untrusted input in the log',
  message: 'Untrusted input becomes part of the message: with line breaks in it, it can forge entries.',
  help: 'Log it as a field (`name = %name`) in a format that escapes line breaks, or with `{:?}`.',
  category: 'log',
  sinks: [
    {
      call: ['{info!,warn!,error!,debug!,trace!}', '{log,tracing}.{info!,warn!,error!,debug!,trace!}'],
      args: 'all',
      // `{:?}` escapes line breaks, and fields are escaped by their formatter.
      when: ({ at }) => !/:#?\?\}|[%?]\w/.test(at.text),
    },
  ],
  positives: [
    handler('    info!("login of {}", p.name); // HERE', 'use tracing::info;'),
    handler('    log::warn!("bad name {name}", name = p.name); // HERE'),
  ],
  negatives: [
    handler('    info!(name = %p.name, "login");', 'use tracing::info;'),
    handler('    info!("login of {:?}", p.name);', 'use tracing::info;'),
    handler('    info!("started");', 'use tracing::info;'),
  ],
};
