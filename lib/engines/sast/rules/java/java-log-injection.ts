import type { Rule } from '@scangate/engines/sast/rule';
import { servlet } from './samples.ts';

export const javaLogInjection: Rule = {
  id: 'java-log-injection',
  cwe: 'CWE-117',
  severity: 'low',
  title: 'Untrusted input in the log',
  message: 'Untrusted input is logged as it is: with line breaks in it, it can forge entries.',
  help: 'Replace line breaks, or log in a format that escapes them (JSON).',
  category: 'log',
  sinks: [
    {
      call: [
        '{Logger,Log,log,logger,LOG,LOGGER}.{trace,debug,info,warn,error,fatal,severe,warning,fine,finer,finest,log}',
      ],
      args: 'all',
    },
  ],
  positives: [
    servlet('    logger.info("login of " + request.getParameter("user")); // HERE'),
    `@Slf4j @RestController class A {
  @PostMapping("/a") void add(@RequestBody String body) {
    log.warn("bad request {}", body); // HERE
  }
}
`,
  ],
  negatives: [
    servlet(
      String.raw`    logger.info("login of " + request.getParameter("user").replaceAll("[\r\n]", "_"));`,
    ),
    servlet('    logger.info("size {}", request.getParameter("user").length());'),
  ],
};
