/** V8's own choice of where an object is allocated. */
export const disablePretenuring = (): void => {}
