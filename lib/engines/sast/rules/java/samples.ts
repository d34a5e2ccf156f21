/** Wraps the lines of a sample in a servlet method. */
export const servlet = (lines: string): string =>
  `class A extends HttpServlet {\n  void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n${lines}\n  }\n}\n`;

/** Wraps the lines of a sample in a method. */
export const method = (lines: string, parameters = ''): string =>
  `class A {\n  void f(${parameters}) throws Exception {\n${lines}\n  }\n}\n`;
