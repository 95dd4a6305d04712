#if !GENERATED
/* FMI 2.0: steps, and what a Co-Simulation has not. */
#include "fmi2.c"
#endif
/* ---- Steps, and what there is not --------------------------------------------------------------- */

LUZTAR_FMI(fmi2Status, fmi2DoStep)
(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
 fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
  struct luztar_instance *own = c;
  const double t = currentCommunicationPoint, h = communicationStepSize;
  const char *const me = "fmi2DoStep";
  (void)noSetFMUStatePriorToCurrentPoint;
  if (!allows(own, me, LUZTAR_STEPS) || !is_step(own, me, t, h) || !is_up_to_date(own, me))
    return fmi2Error;
  return go_to(own, t + h);
}

LUZTAR_FMI(fmi2Status, fmi2CancelStep)(fmi2Component c)
{
  return refuse(c, "fmi2CancelStep", "steps of this FMU are done when fmi2DoStep returns");
}

/* Asked of steps that go on by themselves: there are none. */
static fmi2Status without_status(fmi2Component c, const char *function)
{
  if (!allows(c, function, LUZTAR_AFTER)) return fmi2Error;
  tell(c, fmi2Discard, "%s: steps of this FMU are done when fmi2DoStep returns", function);
  return fmi2Discard;
}

LUZTAR_FMI(fmi2Status, fmi2GetStatus)(fmi2Component c, const fmi2StatusKind s, fmi2Status *value)
{
  (void)s;
  (void)value;
  return without_status(c, "fmi2GetStatus");
}

LUZTAR_FMI(fmi2Status, fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind s, fmi2Real *value)
{
  struct luztar_instance *own = c;
  if (s != fmi2LastSuccessfulTime) return without_status(c, "fmi2GetRealStatus");
  if (!begins(own, "fmi2GetRealStatus", LUZTAR_AFTER, value, 1)) return fmi2Error;
  *value = own->now.run.t;
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2GetIntegerStatus)
(fmi2Component c, const fmi2StatusKind s, fmi2Integer *value)
{
  (void)s;
  (void)value;
  return without_status(c, "fmi2GetIntegerStatus");
}

LUZTAR_FMI(fmi2Status, fmi2GetBooleanStatus)
(fmi2Component c, const fmi2StatusKind s, fmi2Boolean *value)
{
  struct luztar_instance *own = c;
  if (s != fmi2Terminated) return without_status(c, "fmi2GetBooleanStatus");
  if (!begins(own, "fmi2GetBooleanStatus", LUZTAR_AFTER, value, 1)) return fmi2Error;
  *value = own->now.life == LUZTAR_ENDED;
  return fmi2OK;
}

LUZTAR_FMI(fmi2Status, fmi2GetStringStatus)
(fmi2Component c, const fmi2StatusKind s, fmi2String *value)
{
  (void)s;
  (void)value;
  return without_status(c, "fmi2GetStringStatus");
}

LUZTAR_FMI(fmi2Status, fmi2SetRealInputDerivatives)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[],
 const fmi2Real value[])
{
  (void)vr;
  (void)nvr;
  (void)order;
  (void)value;
  return refuse(c, "fmi2SetRealInputDerivatives", "inputs of this FMU are held within a step");
}

LUZTAR_FMI(fmi2Status, fmi2GetRealOutputDerivatives)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[],
 fmi2Real value[])
{
  (void)vr;
  (void)nvr;
  (void)order;
  (void)value;
  return refuse(c, "fmi2GetRealOutputDerivatives", "outputs of this FMU have no derivatives");
}

LUZTAR_FMI(fmi2Status, fmi2GetDirectionalDerivative)
(fmi2Component c, const fmi2ValueReference vUnknown_ref[], size_t nUnknown,
 const fmi2ValueReference vKnown_ref[], size_t nKnown, const fmi2Real dvKnown[],
 fmi2Real dvUnknown[])
{
  (void)vUnknown_ref;
  (void)nUnknown;
  (void)vKnown_ref;
  (void)nKnown;
  (void)dvKnown;
  (void)dvUnknown;
  return refuse(c, "fmi2GetDirectionalDerivative", "this FMU has no directional derivatives");
}

/* ---- Model Exchange ----------------------------------------------------------------------------- */

LUZTAR_FMI(fmi2Status, fmi2EnterEventMode)(fmi2Component c)
{
  return without_equations(c, "fmi2EnterEventMode");
}

LUZTAR_FMI(fmi2Status, fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *eventInfo)
{
  (void)eventInfo;
  return without_equations(c, "fmi2NewDiscreteStates");
}

LUZTAR_FMI(fmi2Status, fmi2EnterContinuousTimeMode)(fmi2Component c)
{
  return without_equations(c, "fmi2EnterContinuousTimeMode");
}

LUZTAR_FMI(fmi2Status, fmi2CompletedIntegratorStep)
(fmi2Component c, fmi2Boolean noSetFMUStatePriorToCurrentPoint, fmi2Boolean *enterEventMode,
 fmi2Boolean *terminateSimulation)
{
  (void)noSetFMUStatePriorToCurrentPoint;
  (void)enterEventMode;
  (void)terminateSimulation;
  return without_equations(c, "fmi2CompletedIntegratorStep");
}

LUZTAR_FMI(fmi2Status, fmi2SetTime)(fmi2Component c, fmi2Real time)
{
  (void)time;
  return without_equations(c, "fmi2SetTime");
}

LUZTAR_FMI(fmi2Status, fmi2SetContinuousStates)(fmi2Component c, const fmi2Real x[], size_t nx)
{
  (void)x;
  (void)nx;
  return without_equations(c, "fmi2SetContinuousStates");
}

LUZTAR_FMI(fmi2Status, fmi2GetDerivatives)(fmi2Component c, fmi2Real derivatives[], size_t nx)
{
  (void)derivatives;
  (void)nx;
  return without_equations(c, "fmi2GetDerivatives");
}

LUZTAR_FMI(fmi2Status, fmi2GetEventIndicators)
(fmi2Component c, fmi2Real eventIndicators[], size_t ni)
{
  (void)eventIndicators;
  (void)ni;
  return without_equations(c, "fmi2GetEventIndicators");
}

LUZTAR_FMI(fmi2Status, fmi2GetContinuousStates)(fmi2Component c, fmi2Real x[], size_t nx)
{
  (void)x;
  (void)nx;
  return without_equations(c, "fmi2GetContinuousStates");
}

LUZTAR_FMI(fmi2Status, fmi2GetNominalsOfContinuousStates)
(fmi2Component c, fmi2Real x_nominal[], size_t nx)
{
  (void)x_nominal;
  (void)nx;
  return without_equations(c, "fmi2GetNominalsOfContinuousStates");
}
