/** A servlet's method around the lines of a rule's case. */
export const servlet = (lines: string): string =>
  `class A extends HttpServlet {\n  void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n${lines}\n  }\n}\n`;

/** Any method around the lines of a rule's case. */
export const method = (lines: string, parameters = ''): string =>
  `class A {\n  void f(${parameters}) throws Exception {\n${lines}\n  }\n}\n`;
