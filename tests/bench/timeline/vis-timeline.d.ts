/** The part of vis-timeline that the bench uses; its package is installed with the other peers of the benches only. */
declare module 'vis-timeline/standalone' {
  export const Timeline: new (
    container: HTMLElement,
    items: object[],
    groups: object[],
    options: object,
  ) => object
}
