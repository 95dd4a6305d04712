model ClutchStart "A motor of constant speed starts a machine over a clutch and a gear"
  import Modelica.Mechanics.Rotational.Components;
  import SI = Modelica.Units.SI;
  import Modelica.Constants.pi;
  parameter SI.AngularVelocity n = 100*2*pi/60 "Speed of the motor";
  parameter SI.Torque load = 5 "Load at the nominal speed";
  parameter Real ratio = 4 "Ratio of the gear";
  Modelica.Mechanics.Rotational.Sources.ConstantSpeed source(w_fixed = n);
  Components.Clutch clutch(mu_pos = [0, 0.3; 5, 0.2; 20, 0.25], peak = 1.2, cgeo = 0.1, fn_max = 150);
  Components.Inertia shaft(J = 0.05);
  Components.IdealGear gear(ratio = ratio);
  Components.Inertia drum(J = 2, phi(fixed = true, start = 0), w(fixed = true, start = 0));
  Components.SpringDamper coupling(c = 800, d = 3, phi_rel(fixed = true), w_rel(fixed = true));
  Components.Inertia machine(J = 1.5);
  Components.Brake brake(mu_pos = [0, 0.4], peak = 1.1, fn_max = 60);
  Modelica.Mechanics.Rotational.Sources.QuadraticSpeedDependentTorque fan(
    tau_nominal = -load, TorqueDirection = false, w_nominal = n/ratio);
  Modelica.Blocks.Sources.Ramp engage(height = 1, duration = 0.5, startTime = 0.2);
  Modelica.Blocks.Sources.Pulse braking(amplitude = 1, width = 30, period = 2, startTime = 3);
equation
  connect(source.flange, clutch.flange_a);
  connect(clutch.flange_b, shaft.flange_a);
  connect(shaft.flange_b, gear.flange_a);
  connect(gear.flange_b, drum.flange_a);
  connect(drum.flange_b, coupling.flange_a);
  connect(coupling.flange_b, machine.flange_a);
  connect(machine.flange_b, brake.flange_a);
  connect(fan.flange, machine.flange_b);
  connect(engage.y, clutch.f_normalized);
  connect(braking.y, brake.f_normalized);
  annotation(experiment(StopTime = 5));
end ClutchStart;
